/** npm run bench: every figure that the project holds itself to, measured here and now, beside its target. */
import { parseWords } from '../src/cli/args';
import { UsageError } from '../src/cli/command';
import { print, printJson, say, tableText } from '../src/cli/output';
import type { BenchRow } from './row';

/** A new bench is a file and a line here. */
const parts: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  replay: async () => (await import('./replay')).bench(),
  raster: async () => (await import('./raster')).rasterRows(),
  machine: async () => (await import('./machine')).bench(),
  simulations: async () => (await import('./simulations')).bench(),
  timewarp: async () => (await import('./timewarp')).bench(),
  parse: async () => (await import('./parse')).parseRows(),
  scale: async () => (await import('./scale')).bench(),
  page: async () => (await import('./page')).bench(),
  models: async () => (await import('./models')).modelRows(),
};

const isMet = ({ measured, target, better }: BenchRow): boolean | null =>
  target === null ? null : better === 'more' ? measured >= target : measured <= target;

/** `npm run bench -- [PART…] [--json]`; ends with 1 when a target is not met. */
export async function main(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, { json: { type: 'boolean' } }, ['PART…']);
  const unknown = positionals.find((part) => !(part in parts));
  if (unknown !== undefined)
    throw new UsageError(`there is no bench "${unknown}"; there are ${Object.keys(parts).join(', ')}`);
  const rows: (BenchRow & { readonly part: string; readonly met: boolean | null })[] = [];
  for (const part of positionals.length > 0 ? positionals : Object.keys(parts)) {
    say(`bench: ${part}`);
    for (const row of await parts[part]()) rows.push({ part, ...row, met: isMet(row) });
  }
  if (values.json) printJson(rows);
  else print(table(rows));
  return rows.some(({ met }) => met === false) ? 1 : 0;
}

function table(rows: readonly (BenchRow & { readonly met: boolean | null })[]): string {
  const cells = rows.map(({ name, measured, unit, target, better, met, published }) => [
    name,
    measured,
    unit,
    target === null ? '' : `${better === 'more' ? '≥' : '≤'} ${target}`,
    met === null ? '' : met ? 'met' : 'NOT MET',
    (published ?? []).map(({ by, value, unit: of }) => `${value} ${of}: ${by}`).join('; '),
  ]);
  return tableText(['figure', 'measured', 'unit', 'target', '', 'published elsewhere'], cells);
}
