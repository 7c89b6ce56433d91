/** Which accesses go to the module's own stack: those are registers that were spilled, not the heap's business. */
import binaryen from 'binaryen';
import { childFields, describe, Id } from './children.mjs';

/**
 * @typedef {object} Stack
 * @property {string} pointer name of the stack pointer's global
 * @property {number} base its initial value: the stack lies below this address
 * @property {boolean} escapes true where an address on the stack is passed on, so that any access may go there
 */

/**
 * The stack pointer is the mutable i32 global that some function lowers by a constant: linkers of the LLVM family
 * name it `__stack_pointer`, and where names are stripped it is known by that use.
 * @param {binaryen.Module} module
 * @returns {Stack | null}
 */
export function findStack(module) {
  for (let index = 0; index < module.getNumGlobals(); index++) {
    const info = binaryen.getGlobalInfo(module.getGlobalByIndex(index));
    if (!info.mutable || info.base || info.type !== binaryen.i32) continue;
    const init = describe(info.init);
    if (init.id !== Id.Const) continue;
    const uses = usesOf(module, info.name);
    if (info.name === '__stack_pointer' || uses.lowered) {
      const { value } = /** @type {binaryen.ConstInfo} */ (init);
      return { pointer: info.name, base: Number(value), escapes: uses.escapes };
    }
  }
  return null;
}

/**
 * Locals of a function that hold addresses on the stack and nothing else: the pointer itself, plus or minus constants.
 * @param {number} body
 * @param {string} pointer
 * @param {number} parameters locals below this index come from the caller
 * @returns {Set<number>}
 */
export function stackLocals(body, pointer, parameters) {
  /** @type {Map<number, number[]>} */
  const values = new Map();
  walk(body, (_, info) => {
    if (info.id !== Id.LocalSet) return;
    const set = /** @type {binaryen.LocalSetInfo} */ (info);
    if (set.index >= parameters) values.set(set.index, [...(values.get(set.index) ?? []), set.value]);
  });
  const locals = new Set(values.keys());
  for (let changed = true; changed; ) {
    changed = false;
    for (const index of locals) {
      if ((values.get(index) ?? []).every((value) => isStack(value, pointer, locals))) continue;
      locals.delete(index);
      changed = true;
    }
  }
  return locals;
}

/**
 * @param {number} expression
 * @param {string} pointer
 * @param {ReadonlySet<number>} locals
 * @returns {boolean} whether the value is surely an address on the stack
 */
export function isStack(expression, pointer, locals) {
  const info = describe(expression);
  switch (info.id) {
    case Id.GlobalGet:
      return /** @type {binaryen.GlobalGetInfo} */ (info).name === pointer;
    case Id.LocalGet:
      return locals.has(/** @type {binaryen.LocalGetInfo} */ (info).index);
    case Id.LocalSet:
      return isStack(/** @type {binaryen.LocalSetInfo} */ (info).value, pointer, locals);
    case Id.Binary: {
      const { op, left, right } = /** @type {binaryen.BinaryInfo} */ (info);
      const moved = op === binaryen.AddInt32 || op === binaryen.SubInt32;
      return moved && describe(right).id === Id.Const && isStack(left, pointer, locals);
    }
    default:
      return false;
  }
}

/**
 * @param {binaryen.Module} module
 * @param {string} pointer
 */
function usesOf(module, pointer) {
  let lowered = false;
  let escapes = false;
  for (let index = 0; index < module.getNumFunctions(); index++) {
    const { body, params, base } = binaryen.getFunctionInfo(module.getFunctionByIndex(index));
    if (base) continue;
    const locals = stackLocals(body, pointer, binaryen.expandType(params).length);
    walk(body, (_, info) => {
      if (info.id === Id.Binary) {
        const { op, left, right } = /** @type {binaryen.BinaryInfo} */ (info);
        const amount = describe(right);
        if (amount.id !== Id.Const || !isGlobal(left, pointer)) return;
        const value = Number(/** @type {binaryen.ConstInfo} */ (amount).value);
        if ((op === binaryen.SubInt32 && value > 0) || (op === binaryen.AddInt32 && value < 0))
          lowered = true;
      } else {
        escapes ||= escaping(info).some((child) => isStack(child, pointer, locals));
      }
    });
  }
  return { lowered, escapes };
}

/**
 * Operands whose value leaves the function's sight when the instruction runs.
 * @param {binaryen.ExpressionInfo} info
 * @returns {readonly number[]}
 */
function escaping(info) {
  switch (info.id) {
    case Id.Call:
    case Id.CallIndirect:
      return /** @type {binaryen.CallInfo} */ (info).operands;
    case Id.Store:
      return [/** @type {binaryen.StoreInfo} */ (info).value];
    case Id.Return:
    case Id.Break:
      return [/** @type {binaryen.ReturnInfo} */ (info).value].filter(Boolean);
    case Id.Select: {
      const { ifTrue, ifFalse } = /** @type {binaryen.SelectInfo} */ (info);
      return [ifTrue, ifFalse];
    }
    default:
      return [];
  }
}

/**
 * @param {number} expression
 * @param {string} name
 */
function isGlobal(expression, name) {
  const info = describe(expression);
  return info.id === Id.GlobalGet && /** @type {binaryen.GlobalGetInfo} */ (info).name === name;
}

/**
 * @param {number} expression
 * @param {(expression: number, info: binaryen.ExpressionInfo) => void} visit
 */
function walk(expression, visit) {
  const info = describe(expression);
  visit(expression, info);
  for (const child of childFields(expression, info)) walk(child.get(), visit);
}
