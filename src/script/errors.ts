/** A script that cannot be compiled or run: what was found, what was expected, and where. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  /** From 1. */
  readonly line: number;
  readonly column: number;

  /**
   * @param source the whole script
   * @param from first character concerned
   * @param to the one behind the last
   */
  constructor(
    reason: string,
    source: string,
    readonly from: number,
    readonly to: number,
  ) {
    const before = source.slice(0, from).split('\n');
    const line = before.length;
    const column = before[before.length - 1].length + 1;
    super(`line ${line}, column ${column}: ${reason}`);
    this.line = line;
    this.column = column;
  }
}
