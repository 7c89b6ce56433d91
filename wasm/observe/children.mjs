/** The operands of an instruction in the order in which WebAssembly evaluates them, each with its setter. */
import binaryen from 'binaryen';

/** binaryen as its code is: the declarations of release 132 lag behind it. @type {any} */
export const api = binaryen;

/** @type {Record<string, number>} */
export const Id = api.ExpressionIds;

/**
 * @typedef {object} Child
 * @property {() => number} get
 * @property {(expression: number) => void} set
 */

/** Fields that hold operands, by kind of instruction, in order of evaluation. @type {Record<number, [string, string[]]>} */
const fields = {
  [Id.Loop]: ['Loop', ['body']],
  [Id.If]: ['If', ['condition', 'ifTrue', 'ifFalse']],
  [Id.Break]: ['Break', ['value', 'condition']],
  [Id.Switch]: ['Switch', ['value', 'condition']],
  [Id.LocalSet]: ['LocalSet', ['value']],
  [Id.GlobalSet]: ['GlobalSet', ['value']],
  [Id.Load]: ['Load', ['ptr']],
  [Id.Store]: ['Store', ['ptr', 'value']],
  [Id.AtomicRMW]: ['AtomicRMW', ['ptr', 'value']],
  [Id.AtomicCmpxchg]: ['AtomicCmpxchg', ['ptr', 'expected', 'replacement']],
  [Id.SIMDExtract]: ['SIMDExtract', ['vec']],
  [Id.SIMDReplace]: ['SIMDReplace', ['vec', 'value']],
  [Id.SIMDShuffle]: ['SIMDShuffle', ['left', 'right']],
  [Id.SIMDTernary]: ['SIMDTernary', ['a', 'b', 'c']],
  [Id.SIMDShift]: ['SIMDShift', ['vec', 'shift']],
  [Id.SIMDLoad]: ['SIMDLoad', ['ptr']],
  [Id.SIMDLoadStoreLane]: ['SIMDLoadStoreLane', ['ptr', 'vec']],
  [Id.MemoryInit]: ['MemoryInit', ['dest', 'offset', 'size']],
  [Id.MemoryCopy]: ['MemoryCopy', ['dest', 'source', 'size']],
  [Id.MemoryFill]: ['MemoryFill', ['dest', 'value', 'size']],
  [Id.Unary]: ['Unary', ['value']],
  [Id.Binary]: ['Binary', ['left', 'right']],
  [Id.Select]: ['Select', ['ifTrue', 'ifFalse', 'condition']],
  [Id.Drop]: ['Drop', ['value']],
  [Id.Return]: ['Return', ['value']],
  [Id.MemoryGrow]: ['MemoryGrow', ['delta']],
};

const leaves = new Set([
  Id.Nop,
  Id.LocalGet,
  Id.GlobalGet,
  Id.AtomicFence,
  Id.DataDrop,
  Id.Const,
  Id.MemorySize,
  Id.Unreachable,
  Id.RefNull,
  Id.RefFunc,
]);

const bare = new Set([Id.Nop, Id.Unreachable, Id.RefNull, Id.Pop]);

/**
 * An instruction's kind, type and fields. binaryen's own getExpressionInfo fails on kinds that have no fields.
 * @param {number} expression
 * @returns {binaryen.ExpressionInfo}
 */
export function describe(expression) {
  const id = api.getExpressionId(expression);
  if (bare.has(id)) return { id, type: binaryen.getExpressionType(expression) };
  return binaryen.getExpressionInfo(expression);
}

/**
 * @param {number} expression
 * @param {binaryen.ExpressionInfo} info
 * @returns {Child[]}
 * @throws {Error} for instructions outside the C family's (garbage collection, exceptions, strings)
 */
export function childFields(expression, info) {
  const known = fields[info.id];
  if (known) {
    const [kind, names] = known;
    return names.flatMap((name) => {
      const accessor = name[0].toUpperCase() + name.slice(1);
      const get = () => api[kind][`get${accessor}`](expression);
      return get()
        ? [{ get, set: (/** @type {number} */ value) => api[kind][`set${accessor}`](expression, value) }]
        : [];
    });
  }
  switch (info.id) {
    case Id.Block:
      return indexed('Block', 'Child', expression, api.Block.getNumChildren(expression));
    case Id.Call:
      return indexed('Call', 'Operand', expression, api.Call.getNumOperands(expression));
    case Id.CallIndirect: {
      const operands = indexed(
        'CallIndirect',
        'Operand',
        expression,
        api.CallIndirect.getNumOperands(expression),
      );
      const target = {
        get: () => api.CallIndirect.getTarget(expression),
        set: (/** @type {number} */ value) => api.CallIndirect.setTarget(expression, value),
      };
      return [...operands, target];
    }
    default:
      if (leaves.has(info.id)) return [];
      throw new Error(
        `the observation pass does not know this instruction: ${api.emitText(expression).slice(0, 80)}`,
      );
  }
}

/**
 * @param {string} kind
 * @param {string} what
 * @param {number} expression
 * @param {number} count
 * @returns {Child[]}
 */
function indexed(kind, what, expression, count) {
  return Array.from({ length: count }, (_, index) => ({
    get: () => api[kind][`get${what}At`](expression, index),
    set: (/** @type {number} */ value) => api[kind][`set${what}At`](expression, index, value),
  }));
}

/**
 * The declarations ask for two halves; the code of binaryen 132 takes one bigint.
 * @param {binaryen.Module} module
 * @param {number} low
 * @param {number} high
 * @returns {number}
 */
export function i64Const(module, low, high) {
  return /** @type {any} */ (module.i64).const((BigInt(high) << 32n) | BigInt(low));
}
