/**
 * Which pages the module has announced as written, so that it tells the host of each one once in a while and not with
 * every store. Where the module has spare memory it keeps a table there, else it knows the latest page alone.
 *
 *   address   | 7 bits: tag | 13 bits: place | 12 bits: byte of the page |
 *   table     a byte a place: the tag of the page that was announced there last + 128; 0 for none
 */
import binaryen from 'binaryen';

const { i32, none } = binaryen;

/** Pages of 4 KiB, as wasm/host/pages.c has them. */
const PAGE_BITS = 12;
const PLACE_BITS = 13;
const TAG_BITS = PAGE_BITS + PLACE_BITS;
const TAKEN = 128;

/** Bytes of spare memory that the table wants. */
export const TABLE_BYTES = 1 << PLACE_BITS;

/** Where the modules that are being rewritten have their tables. @type {WeakMap<binaryen.Module, number>} */
const tables = new WeakMap();

/**
 * Adds what `isNew` needs, and the function that announces a page.
 * @param {binaryen.Module} module
 * @param {number | null} spare address of TABLE_BYTES zeros that nobody else touches
 */
export function addPages(module, spare) {
  module.addFunctionImport('lab_touch', 'env', 'touch', binaryen.createType([i32, i32]), none);
  const address = () => module.local.get(0, i32);
  let note;
  let forget;
  if (spare === null) {
    module.addGlobal('lab_page', i32, true, module.i32.const(-1));
    note = module.global.set('lab_page', page(module, address));
    forget = module.global.set('lab_page', module.i32.const(-1));
  } else {
    tables.set(module, spare);
    note = module.i32.store8(spare, 1, place(module, address), mark(module, address));
    const [from, zero, bytes] = [spare, 0, TABLE_BYTES].map((value) => module.i32.const(value));
    forget = module.memory.fill(from, zero, bytes);
  }
  const announce = module.block(null, [
    note,
    module.call('lab_touch', [address(), module.local.get(1, i32)], none),
  ]);
  module.addFunction('lab_announce', binaryen.createType([i32, i32]), none, [], announce);
  // The host forgets its dirty pages at a snapshot; the module must then announce them again.
  module.addFunction('lab_forget', none, none, [], forget);
  module.addFunctionExport('lab_forget', 'lab_forget');
}

/**
 * Whether a page has to be announced.
 * @param {binaryen.Module} module
 * @param {() => number} address
 * @returns {number}
 */
export function isNew(module, address) {
  const table = tables.get(module);
  if (table === undefined) return module.i32.ne(page(module, address), module.global.get('lab_page', i32));
  return module.i32.ne(module.i32.load8_u(table, 1, place(module, address)), mark(module, address));
}

/** @param {binaryen.Module} module @param {() => number} address */
const page = (module, address) => module.i32.shr_u(address(), module.i32.const(PAGE_BITS));

/** @param {binaryen.Module} module @param {() => number} address */
const place = (module, address) => module.i32.and(page(module, address), module.i32.const(TABLE_BYTES - 1));

/** @param {binaryen.Module} module @param {() => number} address */
const mark = (module, address) =>
  module.i32.or(module.i32.shr_u(address(), module.i32.const(TAG_BITS)), module.i32.const(TAKEN));
