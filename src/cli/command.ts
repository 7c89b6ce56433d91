/** A command of the command line. Its module is loaded when it is called, so that start-up stays quick. */
export interface Command {
  readonly name: string;
  /** What follows `lab `, a line a form. */
  readonly usage: readonly string[];
  /** What it does, in a line. */
  readonly about: string;
  readonly load: () => Promise<CommandModule>;
}

/** What the module of a command exports. */
export interface CommandModule {
  /**
   * Does the work: results to standard output, all else to standard error.
   * @param words the arguments after the command's name
   * @throws UsageError for wrong usage (exit status 2); any other error for a failure (exit status 1)
   */
  run(words: readonly string[]): Promise<void>;
}

/** Wrong usage: the message, the command's usage lines and exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
