/** Rewrites one function's body: counts a basic block, hooks an access, drops a step. */
import binaryen from 'binaryen';
import { visitAccess, visitBulk } from './accesses.mjs';
import { api, childFields, describe, Id, i64Const } from './children.mjs';
import { stackLocals } from './stack.mjs';

const { i32, i64, none, unreachable } = binaryen;

/** Step kinds that the counted variant keeps: the free lists' comings and goings (wasm/include/lab.h). */
const LINK = 4;
const UNLINK = 5;

/** Instructions that become registers, immediates or structure in machine code. */
const weightless = new Set([
  Id.Block,
  Id.Loop,
  Id.Nop,
  Id.LocalGet,
  Id.LocalSet,
  Id.Const,
  Id.Drop,
  Id.Unreachable,
  Id.RefNull,
  Id.RefFunc,
]);

/** Functions that the pass itself adds. */
const ownFunctions = new Set([
  'lab_instructions',
  'lab_accesses',
  'lab_announce',
  'lab_forget',
  'lab_refuel',
  'lab_fuel_left',
  'lab_memory_pages',
]);

/** What runs without a branch in between, and the place where its counts are added. */
class Region {
  instructions = 0;
  loads = 0;
  stores = 0;
  /** The block whose child 0 adds the counts; 0 for code that is never reached. */
  block = 0;
}

export class FunctionRewriter {
  /**
   * @param {binaryen.Module} module
   * @param {number} func
   * @param {{ variant: import('./observe.mjs').Variant, step: string | null, told: string | null, stack: import('./stack.mjs').Stack | null, guarded: boolean }} options
   */
  constructor(module, func, options) {
    this.module = module;
    this.info = binaryen.getFunctionInfo(func);
    this.func = func;
    this.variant = options.variant;
    this.step = options.step;
    this.told = options.told;
    this.stack = options.stack;
    this.guarded = options.guarded;
    const parameters = binaryen.expandType(this.info.params);
    this.vars = [...this.info.vars];
    this.firstVar = parameters.length;
    this.spare = new Map();
    this.counts = options.variant !== 'plain' && !this.info.name.startsWith('os_');
    this.hooks = options.variant === 'observed' && this.counts;
    this.tracks = options.variant === 'counted';
    this.stackLocals = this.stack
      ? stackLocals(this.info.body, this.stack.pointer, parameters.length)
      : new Set();
    /** @type {Region[]} */
    this.regions = [];
    this.region = new Region();
    if (this.counts) {
      this.instructions = this.newLocal(i64);
      this.accesses = this.newLocal(i64);
    }
  }

  run() {
    const { module, info } = this;
    if (ownFunctions.has(info.name)) return;
    const start = this.open();
    let body = this.visit(info.body);
    if (this.counts) body = this.counted(start, body);
    if (this.guarded) body = this.guard(body);
    const { name, params, results } = info;
    module.removeFunction(name);
    module.addFunction(name, params, results, this.vars, body);
  }

  /** @param {Region} start @param {number} body */
  counted(start, body) {
    const { module } = this;
    const type = binaryen.getExpressionType(body);
    const parts = [module.nop()];
    if (type === none) parts.push(body, this.flush());
    else if (type === unreachable) parts.push(body);
    else {
      const result = this.newLocal(type);
      parts.push(module.local.set(result, body), this.flush(), module.local.get(result, type));
    }
    const block = module.block(null, parts, type);
    start.block = block;
    for (const region of this.regions) this.addCounts(region);
    return block;
  }

  /** @param {Region} region */
  addCounts({ block, instructions, loads, stores }) {
    const { module } = this;
    if (!block || !(instructions || loads || stores)) return;
    /** @param {number} local @param {number} low @param {number} high */
    const add = (local, low, high) =>
      module.local.set(local, module.i64.add(module.local.get(local, i64), i64Const(module, low, high)));
    const adds = [add(/** @type {number} */ (this.instructions), instructions, 0)];
    if (loads || stores) adds.push(add(/** @type {number} */ (this.accesses), loads, stores));
    api.Block.setChildAt(block, 0, module.block(null, adds));
  }

  /** Adds the function's own counts to the module's: in locals while it runs, so that a block costs one addition. */
  flush() {
    const { module } = this;
    /** @param {string} name @param {number} local */
    const add = (name, local) =>
      module.global.set(name, module.i64.add(module.global.get(name, i64), module.local.get(local, i64)));
    return module.block(null, [
      add('lab_instructions_count', /** @type {number} */ (this.instructions)),
      add('lab_accesses_count', /** @type {number} */ (this.accesses)),
    ]);
  }

  open() {
    this.region = new Region();
    this.regions.push(this.region);
    return this.region;
  }

  /** Begins a region at the start of `body`, which is visited in it. @param {number} body */
  within(body) {
    if (!this.counts) return this.visit(body);
    const region = this.open();
    const rewritten = this.visit(body);
    const block = this.module.block(
      null,
      [this.module.nop(), rewritten],
      binaryen.getExpressionType(rewritten),
    );
    region.block = block;
    return block;
  }

  /** @param {number} body */
  loopBody(body) {
    const rewritten = this.within(body);
    return this.guarded ? this.guard(rewritten) : rewritten;
  }

  /** Burns a unit of fuel and traps when none is left: every function and every turn of a loop does. @param {number} body */
  guard(body) {
    const { module } = this;
    const fuel = () => module.global.get('lab_fuel', i32);
    const burn = module.global.set('lab_fuel', module.i32.sub(fuel(), module.i32.const(1)));
    const empty = module.if(module.i32.lt_s(fuel(), module.i32.const(0)), module.unreachable());
    return module.block(null, [burn, empty, body], binaryen.getExpressionType(body));
  }

  /** Begins a region after `expression`, keeping its value. @param {number} expression */
  after(expression) {
    if (!this.counts) return expression;
    const { module } = this;
    const region = this.open();
    const type = binaryen.getExpressionType(expression);
    if (type === unreachable) return expression;
    const slot = module.block(null, [module.nop()]);
    region.block = slot;
    if (type === none) return module.block(null, [expression, slot]);
    const value = this.newLocal(type);
    return module.block(
      null,
      [module.local.set(value, expression), slot, module.local.get(value, type)],
      type,
    );
  }

  /** @param {number} expression @returns {number} */
  visit(expression) {
    const info = describe(expression);
    if (info.id === Id.Call) {
      const { target } = /** @type {binaryen.CallInfo} */ (info);
      if (target === this.step || target === this.told) return this.visitStep(expression);
    }
    const type = binaryen.getExpressionType(expression);
    switch (info.id) {
      case Id.Block: {
        this.visitChildren(expression, info);
        return /** @type {binaryen.BlockInfo} */ (info).name ? this.after(expression) : expression;
      }
      case Id.Loop:
        api.Loop.setBody(expression, this.loopBody(/** @type {binaryen.LoopInfo} */ (info).body));
        return this.after(expression);
      case Id.If:
        return this.visitIf(expression, /** @type {binaryen.IfInfo} */ (info));
      case Id.Break:
      case Id.Switch:
        this.visitChildren(expression, info);
        this.count(info);
        return this.after(expression);
      case Id.Return:
        return this.visitReturn(expression, /** @type {binaryen.ReturnInfo} */ (info));
      case Id.Load:
      case Id.Store:
      case Id.AtomicRMW:
      case Id.AtomicCmpxchg:
      case Id.SIMDLoad:
      case Id.SIMDLoadStoreLane:
        return type === unreachable ? expression : visitAccess(this, expression, info);
      case Id.MemoryCopy:
      case Id.MemoryFill:
      case Id.MemoryInit:
        return type === unreachable ? expression : visitBulk(this, expression, info);
      case Id.MemoryGrow:
        this.visitChildren(expression, info);
        this.count(info);
        return this.guarded
          ? this.module.call('lab_grow', [api.MemoryGrow.getDelta(expression)], i32)
          : expression;
      default: {
        this.visitChildren(expression, info);
        this.count(info);
        const call = /** @type {binaryen.CallInfo} */ (info);
        if (this.counts && (info.id === Id.Call || info.id === Id.CallIndirect) && call.isReturn) {
          return this.module.block(null, [this.flush(), expression], type);
        }
        return expression;
      }
    }
  }

  /** @param {number} expression @param {binaryen.ExpressionInfo} info */
  visitChildren(expression, info) {
    for (const child of childFields(expression, info)) {
      const before = child.get();
      const after = this.visit(before);
      if (after !== before) child.set(after);
    }
  }

  /** @param {binaryen.ExpressionInfo} info */
  count(info) {
    if (!weightless.has(info.id)) this.region.instructions++;
  }

  /** @param {number} expression @param {binaryen.IfInfo} info */
  visitIf(expression, info) {
    api.If.setCondition(expression, this.visit(info.condition));
    this.count(info);
    api.If.setIfTrue(expression, this.within(info.ifTrue));
    if (info.ifFalse) api.If.setIfFalse(expression, this.within(info.ifFalse));
    return this.after(expression);
  }

  /** @param {number} expression @param {binaryen.ReturnInfo} info */
  visitReturn(expression, info) {
    const { module } = this;
    this.visitChildren(expression, info);
    this.count(info);
    if (!this.counts) return expression;
    const value = api.Return.getValue(expression);
    if (!value) return module.block(null, [this.flush(), expression], unreachable);
    const type = binaryen.getExpressionType(value);
    if (type === unreachable) return expression;
    const held = this.newLocal(type);
    api.Return.setValue(expression, module.local.get(held, type));
    return module.block(null, [module.local.set(held, value), this.flush(), expression], unreachable);
  }

  /**
   * Steps are no part of the program, and neither is what only their arguments compute. An argument that also sets a
   * local for the code behind it is the program's: it is counted, and stays when the step goes.
   * @param {number} expression
   */
  visitStep(expression) {
    const info = /** @type {binaryen.CallInfo} */ (describe(expression));
    const kind = describe(info.operands[1]);
    const value = kind.id === Id.Const ? Number(/** @type {binaryen.ConstInfo} */ (kind).value) : -1;
    const told = info.target === this.told;
    const stays =
      this.variant === 'observed' ||
      (this.variant === 'counted' && (told || value === LINK || value === UNLINK));
    const kept = [];
    for (const argument of childFields(expression, info)) {
      if (!setsLocal(argument.get())) continue;
      const visited = this.visit(argument.get());
      argument.set(visited);
      kept.push(this.module.drop(visited));
    }
    return stays ? expression : this.module.block(null, kept, none);
  }

  /** @param {number} type */
  newLocal(type) {
    this.vars.push(type);
    return this.firstVar + this.vars.length - 1;
  }

  /** @param {number} type @returns {number} */
  acquire(type) {
    return this.spare.get(type)?.pop() ?? this.newLocal(type);
  }

  /** @param {number} local @param {number} type */
  release(local, type) {
    this.spare.set(type, [...(this.spare.get(type) ?? []), local]);
  }
}

/** @param {number} expression @returns {boolean} whether it leaves a value behind for other code */
function setsLocal(expression) {
  const info = describe(expression);
  if (info.id === Id.LocalSet || info.id === Id.Call || info.id === Id.CallIndirect) return true;
  return childFields(expression, info).some((child) => setsLocal(child.get()));
}
