/** A machine that is being edited: a document whose values may be wrong, and what is wrong with them. */
import { COST_NOTES } from '../../../src/machine/costs';
import { type FigurePath, type FigureValue, pathText } from '../../../src/machine/figures';
import { MachineError, POLICIES, parseMachine } from '../../../src/machine/machine';

export type Draft = Readonly<Record<string, unknown>>;

export interface Refusal {
  /** `levels[0].bytes`; empty for the document as a whole. */
  readonly path: string;
  readonly reason: string;
}

/** A value of the form: text, a choice or a tick. */
export interface Field {
  readonly path: FigurePath;
  readonly name: string;
  readonly unit: string;
  readonly about: string;
  readonly choices?: readonly string[];
  readonly tick?: boolean;
}

/** Why no machine can be built; null where one can. */
export function refusalOf(document: unknown): Refusal | null {
  try {
    parseMachine(document);
    return null;
  } catch (error) {
    if (error instanceof MachineError) return { path: error.path, reason: error.reason };
    throw error;
  }
}

export const valueAt = (document: unknown, path: FigurePath): unknown =>
  path.reduce<unknown>(
    (value, key) => (value as Record<string | number, unknown> | undefined)?.[key],
    document,
  );

/** The document with another value at a path. */
export function withValue(document: Draft, path: FigurePath, value: FigureValue): Draft {
  const set = (node: unknown, [key, ...rest]: FigurePath): unknown => {
    if (key === undefined) return value;
    const copy: Record<string | number, unknown> = Array.isArray(node)
      ? ([...node] as unknown as Record<number, unknown>)
      : { ...(node as Record<string, unknown>) };
    copy[key] = set(copy[key], rest);
    return copy;
  };
  return set(document, path) as Draft;
}

/** What was typed: a number where it is one, else the text, which is refused with what was found. */
export const typed = (text: string): FigureValue =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

/** One more level, or TLB, four times as large as the last and as its other figures are. */
export function grown(document: Draft, list: 'levels' | 'tlb'): Draft {
  const all = (document[list] ?? []) as readonly Draft[];
  const last = all.at(-1);
  const size = list === 'levels' ? 'bytes' : 'entries';
  const more: Draft = last
    ? {
        ...last,
        name: `${list === 'levels' ? 'L' : 'TLB '}${all.length + 1}`,
        [size]: Number(last[size]) * 4,
      }
    : { name: 'TLB', entries: 64, ways: 64, page: 4096, policy: 'lru', latency: 0, sharedBy: 1 };
  return { ...document, [list]: [...all, more] };
}

export function without(document: Draft, list: 'levels' | 'tlb', index: number): Draft {
  const all = (document[list] ?? []) as readonly unknown[];
  return { ...document, [list]: all.filter((_, i) => i !== index) };
}

const number = (path: FigurePath, name: string, unit: string, about: string): Field => ({
  path,
  name,
  unit,
  about,
});
const policy = (path: FigurePath): Field => ({
  path,
  name: 'replacement',
  unit: '',
  about: 'Which line goes when a set is full',
  choices: POLICIES,
});

export const generalFields: readonly Field[] = [
  number(['processors'], 'processors', '1 to 64', 'Virtual processors, each with a clock of its own'),
  {
    path: ['coherence'],
    name: 'coherence',
    unit: '',
    about: 'MESI between private caches, or a memory for each processor',
    choices: ['mesi', 'none'],
  },
  number(['memory', 'latency'], 'memory', 'cycles', 'Load-to-use of what no cache holds'),
  number(['seed'], 'seed', '', 'Starts the generators of the policy “random”'),
];

export const levelFields = (level: number): readonly Field[] => [
  number(['levels', level, 'bytes'], 'size', 'bytes', 'Capacity of one instance'),
  number(['levels', level, 'ways'], 'ways', 'lines a set', '1 is direct-mapped'),
  number(['levels', level, 'line'], 'line', 'bytes', 'Bytes of a line, a power of two'),
  policy(['levels', level, 'policy']),
  number(['levels', level, 'latency'], 'latency', 'cycles', 'Load-to-use of what is found here'),
  number(['levels', level, 'sharedBy'], 'shared by', 'processors', 'Processors that share an instance'),
  {
    path: ['levels', level, 'inclusive'],
    name: 'inclusive',
    unit: '',
    about: 'A line that leaves this level leaves the nearer ones too',
    tick: true,
  },
  {
    path: ['levels', level, 'writesRefresh'],
    name: 'writes refresh',
    unit: '',
    about: 'A write that hits renews a line’s recency as a read does',
    tick: true,
  },
];

export const tlbFields = (level: number): readonly Field[] => [
  number(['tlb', level, 'entries'], 'entries', 'pages', 'Pages that it holds'),
  number(['tlb', level, 'ways'], 'ways', 'entries a set', 'As many as entries: fully associative'),
  number(['tlb', level, 'page'], 'page', 'bytes', 'Bytes of a page, a power of two'),
  policy(['tlb', level, 'policy']),
  number(['tlb', level, 'latency'], 'latency', 'cycles', 'Added to an access whose page is found here'),
  number(['tlb', level, 'sharedBy'], 'shared by', 'processors', 'Processors that share an instance'),
];

/** What they are and their units is the cost model's to say. */
export const costFields: readonly Field[] = Object.entries(COST_NOTES).flatMap(([cost, note]) =>
  cost === 'instructions'
    ? [
        number(['costs', cost, 'cycles'], note.name, 'for …', note.about),
        number(['costs', cost, 'per'], 'instructions', '… so many', 'Executed WebAssembly instructions'),
      ]
    : [number(['costs', cost], note.name, note.unit, note.about)],
);

export const fieldName = ({ path }: Field): string => pathText(path);
