/** Loads and stores of a function that is being rewritten: counted, hooked, their pages announced. */
import binaryen from 'binaryen';
import { childFields, Id, i64Const } from './children.mjs';
import { isNew } from './pages.mjs';
import { isStack } from './stack.mjs';

/** @typedef {import('./rewriter.mjs').FunctionRewriter} FunctionRewriter */

const { i32, i64, none } = binaryen;

/**
 * A load, a store or both: counted, and announced before it happens.
 * @param {FunctionRewriter} rewriter
 * @param {number} expression
 * @param {binaryen.ExpressionInfo} info
 * @returns {number}
 */
export function visitAccess(rewriter, expression, info) {
  const { module } = rewriter;
  const access = accessOf(expression, info);
  const onStack = rewriter.stack && isStack(access.ptr.get(), rewriter.stack.pointer, rewriter.stackLocals);
  const watched = (rewriter.hooks || (rewriter.tracks && access.stores)) && !onStack;
  const checked = rewriter.counts && !onStack && rewriter.stack?.escapes;
  if (!watched && !checked) {
    rewriter.visitChildren(expression, info);
    countAccess(rewriter, info, access, Boolean(onStack));
    return expression;
  }
  // Operands are held in locals, so that the hook runs after they are evaluated and before the access.
  const parts = [];
  /** @type {{ local: number, type: number }[]} */
  const held = [];
  for (const child of childFields(expression, info)) {
    const value = rewriter.visit(child.get());
    const type = binaryen.getExpressionType(value);
    const local = rewriter.acquire(type);
    held.push({ local, type });
    parts.push(module.local.set(local, value));
    child.set(module.local.get(local, type));
  }
  countAccess(rewriter, info, access, false);
  const address = () => {
    const pointer = module.local.get(held[0].local, i32);
    return access.offset ? module.i32.add(pointer, module.i32.const(access.offset)) : pointer;
  };
  if (watched) parts.push(...watch(rewriter, access, address));
  const hooks = checked ? parts.splice(held.length) : [];
  if (checked && rewriter.stack) parts.push(unlessStack(rewriter, rewriter.stack, address, hooks, access));
  for (const { local, type } of held) rewriter.release(local, type);
  parts.push(expression);
  return module.block(null, parts, binaryen.getExpressionType(expression));
}

/**
 * @param {FunctionRewriter} rewriter
 * @param {binaryen.ExpressionInfo} info
 * @param {{ loads: boolean, stores: boolean }} access
 * @param {boolean} onStack
 */
function countAccess(rewriter, info, access, onStack) {
  rewriter.count(info);
  if (onStack) return;
  if (access.loads) rewriter.region.loads++;
  if (access.stores) rewriter.region.stores++;
}

/**
 * @param {FunctionRewriter} rewriter
 * @param {{ loads: boolean, stores: boolean, bytes: number, align: number }} access
 * @param {() => number} address
 * @returns {number[]}
 */
function watch(rewriter, { loads, stores, bytes, align }, address) {
  const { module } = rewriter;
  const size = () => module.i32.const(bytes);
  if (rewriter.hooks) {
    const calls = [];
    if (loads) calls.push(module.call('lab_load', [address(), size()], none));
    if (stores) calls.push(module.call('lab_store', [address(), size()], none));
    return calls;
  }
  if (align < bytes) return [touch(rewriter, address(), size())];
  return [module.if(isNew(module, address), module.call('lab_announce', [address(), size()], none))];
}

/** @param {FunctionRewriter} rewriter @param {number} address @param {number} bytes */
function touch(rewriter, address, bytes) {
  return rewriter.module.call('lab_touch', [address, bytes], none);
}

/**
 * Where stack addresses escape, whether an access is the heap's is known when it runs.
 * @param {FunctionRewriter} rewriter
 * @param {import('./stack.mjs').Stack} stack
 * @param {() => number} address
 * @param {number[]} hooks
 * @param {{ loads: boolean, stores: boolean }} access
 */
function unlessStack(rewriter, stack, address, hooks, { loads, stores }) {
  const { module } = rewriter;
  const top = () => module.global.get(stack.pointer, i32);
  const below = module.i32.lt_u(
    module.i32.sub(address(), top()),
    module.i32.sub(module.i32.const(stack.base), top()),
  );
  const accesses = /** @type {number} */ (rewriter.accesses);
  const unit = i64Const(module, loads ? 1 : 0, stores ? 1 : 0);
  const uncount = module.local.set(accesses, module.i64.sub(module.local.get(accesses, i64), unit));
  return module.if(below, uncount, hooks.length ? module.block(null, hooks) : undefined);
}

/**
 * memory.copy, memory.fill and memory.init: one access of so many bytes.
 * @param {FunctionRewriter} rewriter
 * @param {number} expression
 * @param {binaryen.ExpressionInfo} info
 * @returns {number}
 */
export function visitBulk(rewriter, expression, info) {
  const { module } = rewriter;
  const loads = info.id === Id.MemoryCopy;
  if (!rewriter.hooks && !rewriter.tracks) {
    rewriter.visitChildren(expression, info);
    countAccess(rewriter, info, { loads, stores: true }, false);
    return expression;
  }
  const parts = [];
  const locals = [];
  for (const child of childFields(expression, info)) {
    const local = rewriter.acquire(i32);
    parts.push(module.local.set(local, rewriter.visit(child.get())));
    locals.push(local);
    child.set(module.local.get(local, i32));
  }
  countAccess(rewriter, info, { loads, stores: true }, false);
  const [dest, source, size] = locals.map((local) => () => module.local.get(local, i32));
  if (rewriter.hooks) {
    if (loads) parts.push(module.call('lab_load', [source(), size()], none));
    parts.push(module.call('lab_store', [dest(), size()], none));
  } else {
    parts.push(touch(rewriter, dest(), size()));
  }
  for (const local of locals) rewriter.release(local, i32);
  return module.block(null, [...parts, expression], none);
}

/**
 * @param {number} expression
 * @param {binaryen.ExpressionInfo} info
 */
function accessOf(expression, info) {
  const shape = /** @type {any} */ (info);
  const [ptr] = childFields(expression, info);
  const offset = Number(shape.offset ?? 0);
  const bytes = Number(shape.bytes ?? 16);
  const both = info.id === Id.AtomicRMW || info.id === Id.AtomicCmpxchg;
  const stores = both || info.id === Id.Store || (info.id === Id.SIMDLoadStoreLane && shape.type === none);
  return { ptr, offset, bytes, align: Number(shape.align ?? bytes), loads: both || !stores, stores };
}
