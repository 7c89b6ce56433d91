import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { compileScript } from '../script/compile';
import { writeTrace } from '../trace/write';
import { natural, parseWords } from './args';
import { UsageError } from './command';
import { say } from './output';
import { save, writerFor } from './trace';

/** `lab script FILE --out TRACE [--seed N]`: compiles a trace script into a trace. */
export async function run(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(
    words,
    { out: { type: 'string' }, seed: { type: 'string', default: '1' } },
    ['FILE'],
  );
  if (values.out === undefined) throw new UsageError('--out TRACE is missing');
  const seed = natural(values.seed, '--seed', { min: 0 });
  const file = positionals[0];
  const trace = compileScript(await readFile(file, 'utf8'), seed, basename(file).replace(/\.\w+$/, ''));
  const written = writeTrace(trace, writerFor(values.out, undefined));
  await save(values.out, written.chunks);
  for (const note of written.notes) say(`${values.out}: ${note}`);
  say(`${values.out}: ${trace.length} events`);
}
