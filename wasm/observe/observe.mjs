/**
 * The observation pass: adds observation to a compiled allocator and changes nothing else about it, after the
 * instrumenters qp and AE that Zorn and Grunwald used on SPARC binaries (CU-CS-603-92, §4.1).
 *
 *   plain      the module without its STEP calls, and without those of a simulation that tells of its blocks (env.told)
 *   counted    plain + instructions, loads and stores counted inline a basic block; every page that is written is
 *              announced through env.touch, if not just announced; of the steps, LINK and UNLINK stay, and env.told
 *   observed   the module with its STEP calls + the same counts + env.load and env.store before every access
 *
 * Counted are executed WebAssembly instructions except those that a machine has none for: local.get, local.set,
 * constants, drop, nop and the block structure. Accesses to the stack are not the heap's business and are left out.
 * Functions whose names begin with `os_` are the simulated system: they are not observed, their writes are tracked.
 */
import binaryen from 'binaryen';
import { api, i64Const } from './children.mjs';
import { addPages, TABLE_BYTES } from './pages.mjs';
import { FunctionRewriter } from './rewriter.mjs';
import { findStack } from './stack.mjs';

/** @typedef {'plain' | 'counted' | 'observed'} Variant */

const { i32, i64, none } = binaryen;

/**
 * @param {Uint8Array} bytes a WebAssembly module
 * @param {Variant} variant
 * @param {{ guarded?: boolean, stackBytes?: number }} [options] guarded: the module is a stranger's. Every loop burns
 *   fuel (lab_refuel sets it, lab_fuel_left tells what is left) and traps when it is out; memory.grow asks env.grow.
 *   stackBytes: length of the module's stack, where that is known and more than it ever needs: its far end may be used.
 * @returns {Uint8Array} the module, observed
 * @throws {Error} when the bytes are no valid module or hold instructions that the pass does not know
 */
export function observe(bytes, variant, { guarded = false, stackBytes = 0 } = {}) {
  const module = readModule(bytes);
  try {
    const step = findImport(module, 'env', 'step');
    const told = findImport(module, 'env', 'told');
    const stack = findStack(module);
    const spare = stack && stackBytes > 2 * TABLE_BYTES ? stack.base - stackBytes : null;
    if (variant !== 'plain') addObservers(module, variant, spare);
    if (guarded) addGuards(module);
    for (const func of definedFunctions(module)) {
      new FunctionRewriter(module, func, { variant, step, told, stack, guarded }).run();
    }
    exportState(module);
    if (variant === 'plain') optimize(module);
    // Only what takes away the nops and dropped values that the rewriting leaves: accesses stay what they were.
    module.runPasses(['vacuum', 'remove-unused-names', 'remove-unused-module-elements', 'vacuum']);
    if (!module.validate()) throw new Error(`the observed module (${variant}) is not valid`);
    return module.emitBinary();
  } finally {
    module.dispose();
  }
}

/**
 * The steps were barriers to the compiler; with them gone there is more to gain. Plain modules only: where accesses
 * are counted they stay those of the observed module, one for one.
 * @param {binaryen.Module} module
 */
function optimize(module) {
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  module.optimize();
}

/** @param {binaryen.Module} module */
function definedFunctions(module) {
  const found = [];
  for (let index = 0; index < module.getNumFunctions(); index++) {
    const func = module.getFunctionByIndex(index);
    if (!binaryen.getFunctionInfo(func).base) found.push(func);
  }
  return found;
}

/**
 * @param {binaryen.Module} module
 * @param {string} from
 * @param {string} name
 * @returns {string | null} the import's name inside the module
 */
function findImport(module, from, name) {
  for (let index = 0; index < module.getNumFunctions(); index++) {
    const info = binaryen.getFunctionInfo(module.getFunctionByIndex(index));
    if (info.module === from && info.base === name) return info.name;
  }
  return null;
}

/**
 * @param {binaryen.Module} module
 * @param {Variant} variant
 * @param {number | null} spare
 */
function addObservers(module, variant, spare) {
  if (variant === 'observed') {
    module.addFunctionImport('lab_load', 'env', 'load', binaryen.createType([i32, i32]), none);
    module.addFunctionImport('lab_store', 'env', 'store', binaryen.createType([i32, i32]), none);
  } else {
    addPages(module, spare);
  }
  module.addFunction('lab_memory_pages', none, i32, [], module.memory.size());
  module.addFunctionExport('lab_memory_pages', 'lab_memory_pages');
  for (const name of ['lab_instructions', 'lab_accesses']) {
    module.addGlobal(`${name}_count`, i64, true, i64Const(module, 0, 0));
    module.addFunction(name, none, i64, [], module.global.get(`${name}_count`, i64));
    module.addFunctionExport(name, name);
  }
}

/** @param {binaryen.Module} module */
function addGuards(module) {
  module.addFunctionImport('lab_grow', 'env', 'grow', i32, i32);
  module.addGlobal('lab_fuel', i32, true, module.i32.const(0x7fff_ffff));
  const set = module.global.set('lab_fuel', module.local.get(0, i32));
  module.addFunction('lab_refuel', i32, none, [], set);
  module.addFunction('lab_fuel_left', none, i32, [], module.global.get('lab_fuel', i32));
  module.addFunctionExport('lab_refuel', 'lab_refuel');
  module.addFunctionExport('lab_fuel_left', 'lab_fuel_left');
}

/**
 * An allocator may keep state in mutable globals (AssemblyScript and hand-written modules do): snapshots need them.
 * @param {binaryen.Module} module
 */
function exportState(module) {
  const own = new Set(['lab_instructions_count', 'lab_accesses_count', 'lab_page', 'lab_fuel']);
  // A module that went through the pass before has its state exported already.
  const exported = new Set(
    Array.from(
      { length: module.getNumExports() },
      (_, index) => binaryen.getExportInfo(module.getExportByIndex(index)).value,
    ),
  );
  for (let index = 0; index < module.getNumGlobals(); index++) {
    const info = binaryen.getGlobalInfo(module.getGlobalByIndex(index));
    if (info.mutable && !info.base && !own.has(info.name) && !exported.has(info.name)) {
      module.addGlobalExport(info.name, `lab_global_${index}`);
    }
  }
}

/** What every engine of today reads. (All features at once would let binaryen write encodings that none reads yet.) */
function features() {
  const known = api.Features;
  return ['Atomics', 'MutableGlobals', 'NontrappingFPToInt', 'SIMD128', 'BulkMemory', 'SignExt', 'TailCall']
    .concat(['ReferenceTypes', 'Multivalue', 'ExtendedConst', 'BulkMemoryOpt', 'CallIndirectOverlong'])
    .reduce((set, name) => set | (known[name] ?? 0), known.MVP);
}

/**
 * The declarations call it readBinaryWithFeatures; the code of binaryen 132 takes the features as a second argument.
 * @param {Uint8Array} bytes
 * @returns {binaryen.Module}
 */
function readModule(bytes) {
  return api.readBinary(bytes, features());
}
