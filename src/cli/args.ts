import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { UsageError } from './command';

/** Names of the positional arguments; one that ends in `?` may be left out, one that ends in `…` may be repeated. */
type Positionals = readonly string[];

/**
 * Parses a command's arguments with `node:util`'s parser.
 * @throws UsageError for unknown options, missing values, and too few or too many positional arguments
 */
export function parseWords<const Options extends ParseArgsOptionsConfig>(
  words: readonly string[],
  options: Options,
  positionals: Positionals,
) {
  const parsed = parsedOrRefused(words, options);
  const needed = positionals.filter((name) => !/[?…]$/.test(name)).length;
  const most = positionals.some((name) => name.endsWith('…')) ? Number.POSITIVE_INFINITY : positionals.length;
  const given = parsed.positionals.length;
  if (given < needed) throw new UsageError(`${positionals[given]} is missing`);
  if (given > most) throw new UsageError(`"${parsed.positionals[most]}" is one argument too many`);
  return { values: parsed.values, positionals: parsed.positionals };
}

function parsedOrRefused<const Options extends ParseArgsOptionsConfig>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Node adds advice about `--` after the first sentence.
    throw new UsageError(error.message.split(/\. |\n/)[0]);
  }
}

/**
 * Refuses options that would change nothing.
 * @param where after "--NAME means nothing", such as "with the model life"
 * @throws UsageError for the first of them that was given
 */
export function refuse<Name extends string>(
  values: { readonly [name in Name]?: unknown },
  names: readonly Name[],
  where: string,
): void {
  const given = names.find((name) => values[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} means nothing ${where}`);
}

/**
 * An option's value as a natural number.
 * @throws UsageError for anything else
 */
export function natural(text: string, name: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    const limit = max === Number.MAX_SAFE_INTEGER ? `from ${min} on` : `from ${min} to ${max}`;
    throw new UsageError(`${name} is "${text}", expected a whole number ${limit}`);
  }
  return value;
}
