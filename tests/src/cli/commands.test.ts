import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allocators } from '../../../src/allocators/list';
import { fileSource } from '../../../src/cli/file-source';
import { readTrace } from '../../../src/trace/read';
import { allocates } from '../../../src/trace/trace';
import type { RunSummary } from '../../../src/worker/api';
import { lab, labJson, scratch } from './lab';

const KEYS = [
  'allocator',
  'events',
  'mallocs',
  'frees',
  'reallocs',
  'failures',
  'peakLiveBytes',
  'peakFootprintBytes',
  'meanLiveBytes',
  'meanFootprintBytes',
  'memoryEfficiency',
  'fragmentationRatio',
  'instructionsPerOp',
  'loadsPerOp',
  'storesPerOp',
  'freeBlocks',
  'fingerprint',
];

/** Two blocks of 8 and 12 bytes, the first freed, then one of 8 again, one refused and one that grows. */
const small = [
  '# alloc-trace 1',
  'a 0 8 0',
  'a 1 12 1',
  'f 0 2',
  'a 2 8 3',
  'a 3 4294967280 4',
  'r 1 40 5',
  '',
].join('\n');

const document = {
  version: 1,
  title: 'Small',
  workload: { kind: 'inline', name: 'small', text: small },
  allocators: [{ id: 'sysv' }, { id: 'bsd' }],
};

function written(name: string, text: string): string {
  const file = join(scratch(), name);
  writeFileSync(file, text);
  return file;
}

describe('lab allocators', () => {
  it('lists every allocator with paper and parameters', async () => {
    type Listed = { id: string; paper: string; parameters: { name: string; default: number }[] };
    const listed = await labJson<Listed[]>('allocators');
    expect(listed.map(({ id }) => id)).toEqual(allocators.map(({ id }) => id));
    for (const { paper } of listed) expect(paper).not.toBe('');
    const ssmalloc = listed.find(({ id }) => id === 'ssmalloc');
    expect(ssmalloc?.parameters.find(({ name }) => name === 'lists')?.default).toBe(10);
  });

  it('lists each parameter with range, default and the paper’s value', async () => {
    type Listed = { id: string; parameters: Record<string, unknown>[] };
    const listed = await labJson<Listed[]>('allocators');
    const { stdout } = await lab('allocators');
    for (const { id, parameters } of allocators) {
      const told = listed.find((each) => each.id === id)?.parameters;
      expect(told).toEqual(parameters.map(({ index, ...rest }) => rest));
      for (const { name, min, max, choices, paper, default: value } of parameters) {
        expect([min <= value && value <= max, min <= (paper?.value ?? min)]).toEqual([true, true]);
        const range = choices ? choices.map((choice, i) => `${i} ${choice}`).join(', ') : `${min} to ${max}`;
        expect(stdout).toContain(
          `${name} (${range}; default ${value}${paper ? `; paper ${paper.value}` : ''})`,
        );
      }
    }
  });
});

describe('lab replay', () => {
  it('counts what it did', async () => {
    const summary = await labJson<RunSummary>('replay', written('small.trace', small), '--allocator', 'sysv');
    expect(Object.keys(summary)).toEqual(expect.arrayContaining(KEYS));
    expect(summary).toMatchObject({
      allocator: 'sysv',
      events: 6,
      mallocs: 4,
      frees: 1,
      reallocs: 1,
      failures: 1,
      peakLiveBytes: 48,
      peakFootprintBytes: 4096,
      meanLiveBytes: (8 + 20 + 12 + 20 + 20 + 48) / 6,
      meanFootprintBytes: 4096,
      memoryEfficiency: (8 + 20 + 12 + 20 + 20 + 48) / 6 / 4096,
      fragmentationRatio: 4096 / 48,
    });
  });

  it('writes one little-endian word an allocating event, 0 where the request failed', async () => {
    const file = join(scratch(), 'addresses');
    await labJson('replay', written('small.trace', small), '--allocator', 'sysv', '--addresses', file);
    const bytes = readFileSync(file);
    const words = Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readUInt32LE(4 * i));
    // Headers of 4 bytes, sizes of 12 and 16: blocks begin at 0, 12 and 28; the payload follows the header.
    expect(words).toEqual([4, 16, 4, 0, 32]);
  });

  it('places the blocks of a recording without overlap', async () => {
    const file = join(scratch(), 'addresses');
    const path = join(import.meta.dirname, '../../../public/traces/python-pymalloc.trace.gz');
    await labJson('replay', path, '--allocator', 'dlmalloc', '--addresses', file);
    const trace = await readTrace(fileSource(path));
    const bytes = readFileSync(file);
    expect(bytes.length).toBe(4 * trace.op.filter((op) => allocates(op)).length);
    const held = new Map<number, readonly [from: number, to: number]>();
    let word = 0;
    for (let event = 0; event < trace.length; event++) {
      held.delete(trace.id[event]);
      if (!allocates(trace.op[event])) continue;
      const from = bytes.readUInt32LE(4 * word++);
      const to = from + trace.size[event];
      expect(from).toBeGreaterThan(0);
      for (const [otherFrom, otherTo] of held.values()) expect(from >= otherTo || to <= otherFrom).toBe(true);
      held.set(trace.id[event], [from, to]);
    }
  });

  it('takes parameters, choices by name too', async () => {
    const replayed = (...params: string[]) =>
      labJson<RunSummary>(
        'replay',
        'gawk',
        '--allocator',
        'dalloc',
        ...params.flatMap((each) => ['--param', each]),
      );
    const [byName, byNumber, merged] = await Promise.all([
      replayed('arena=4194304', 'merge=no merge'),
      replayed('arena=4194304', 'merge=0'),
      replayed('arena=4194304'),
    ]);
    expect(byName).toEqual(byNumber);
    expect(byName.freeBlocks).toBeGreaterThan(merged.freeBlocks ?? Number.POSITIVE_INFINITY);
  });

  it('runs on a machine too, whose counts add up', async () => {
    type Counts = { accesses: number; hits: number; misses: number };
    type OnMachine = RunSummary & {
      machine: { time: number; processors: number; cycles: Record<string, number>; levels: Counts[] };
    };
    const { machine, ...summary } = await labJson<OnMachine>(
      'replay',
      'sort',
      '--allocator',
      'bsd',
      '--machine',
      'laptop',
    );
    expect(summary).toEqual(await labJson('replay', 'sort', '--allocator', 'bsd'));
    for (const { accesses, hits, misses } of machine.levels) expect(hits + misses).toBe(accesses);
    expect(machine.levels[1].accesses).toBeGreaterThanOrEqual(machine.levels[0].misses);
    expect(Object.values(machine.cycles).reduce((sum, each) => sum + each)).toBe(
      machine.time * machine.processors,
    );
  });

  it('takes a module of one’s own', async () => {
    const module = join(import.meta.dirname, '../../../build/wasm/dlmalloc.wasm');
    const own = await labJson<RunSummary>('replay', 'sort', '--allocator', module);
    const ours = await labJson<RunSummary>('replay', 'sort', '--allocator', 'dlmalloc');
    expect(own).toMatchObject({ allocator: 'user:dlmalloc', events: 1006, failures: 0 });
    expect(own.peakLiveBytes).toBe(ours.peakLiveBytes);
  });

  it('ends with 1 and names event and fault where such a module is wrong', async () => {
    // A module of one's own is held to 8 bytes, and the historic BSD aligns to 4.
    const module = join(import.meta.dirname, '../../../build/wasm/bsd.wasm');
    const { status, stdout, stderr } = await lab('replay', 'sort', '--allocator', module, '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ allocator: 'user:bsd', events: 1006 });
    expect(stderr).toMatch(/event 0: misaligned: .* is not aligned to 8 bytes; at sub-step \d+/);
    const nothing = await lab('replay', 'sort', '--allocator', written('nothing.wasm', 'no module'));
    expect(nothing.status).toBe(1);
    expect(nothing.stderr).toContain('expected a WebAssembly module (00 61 73 6d)');
  });

  it('prints the same bytes twice', async () => {
    const words = ['replay', 'sort', '--allocator', 'bsd', '--json'];
    const [first, second] = await Promise.all([lab(...words), lab(...words)]);
    expect([first.status, first.stdout]).toEqual([second.status, second.stdout]);
  });
});

describe('lab compare', () => {
  it('gives one replay object an allocator, the same as replay gives', async () => {
    const rows = await labJson<RunSummary[]>('compare', 'sort', '--allocators', 'bsd,sysv');
    expect(rows.map(({ allocator }) => allocator)).toEqual(['bsd', 'sysv']);
    expect(rows[0]).toEqual(await labJson('replay', 'sort', '--allocator', 'bsd'));
  });

  it('takes modules of one’s own along with the built-in ones', async () => {
    const built = (name: string) => join(import.meta.dirname, `../../../build/wasm/${name}.wasm`);
    const rows = await labJson<RunSummary[]>('compare', 'sort', built('dlmalloc'));
    expect(rows.map(({ allocator }) => allocator)).toEqual([
      ...allocators.map(({ id }) => id),
      'user:dlmalloc',
    ]);
    // The historic BSD aligns to 4 bytes, where a module of one's own is held to 8.
    const { status, stderr } = await lab('compare', 'sort', built('bsd'), '--allocators', 'sysv');
    expect([status, stderr]).toEqual([1, expect.stringMatching(/user:bsd: \d+ faults/)]);
  });
});

describe('lab link, open and run', () => {
  it('carry a document there and back', async () => {
    const { status, stdout } = await lab('link', written('document.json', JSON.stringify(document)));
    expect(status).toBe(0);
    expect(stdout).toMatch(/^#1\.[A-Za-z0-9_-]+\n$/);
    const opened = await lab('open', `https://example.org/${stdout.trim()}`);
    expect(JSON.parse(opened.stdout)).toMatchObject(document);
    expect((await lab('open', stdout.trim().slice(1))).stdout).toBe(opened.stdout);
  });

  it('run a document, twice the same', async () => {
    const file = written('document.json', JSON.stringify(document));
    const [first, second] = await Promise.all([lab('run', file, '--json'), lab('run', file, '--json')]);
    expect(first.status).toBe(0);
    expect(first.stdout).toBe(second.stdout);
    const result = JSON.parse(first.stdout) as {
      preset: string;
      runs: RunSummary[];
      series: { name: string; x: number[] }[];
    };
    expect(result.preset).toBe('Small');
    expect(result.runs.map(({ allocator }) => allocator)).toEqual(['sysv', 'bsd']);
    expect(result.series.find(({ name }) => name === 'sysv: live')).toMatchObject({
      x: [0, 1, 2, 3, 4, 5],
      measured: [8, 20, 12, 20, 20, 48],
    });
  });

  it('run a document on its machine', async () => {
    const file = written('document.json', JSON.stringify({ ...document, machine: 'teaching' }));
    type Result = { series: { name: string; x: string[]; measured: number[] }[] };
    const { series } = await labJson<Result>('run', file);
    const found = series.find(({ name }) => name.startsWith('bsd: Teaching machine'));
    const [time, workload, ...kinds] = found?.measured ?? [];
    expect(found?.x.slice(0, 3)).toEqual(['time', 'total workload', 'work']);
    // One processor: everything that it did is its time.
    expect([workload, kinds.reduce((sum, each) => sum + each)]).toEqual([time, time]);
  });

  it('say whether a run is the one that the document names', async () => {
    const { fingerprint } = await labJson<RunSummary>(
      'replay',
      written('small.trace', small),
      '--allocator',
      'sysv',
    );
    const fingerprints = [fingerprint, '0000000000000000'];
    const file = written('document.json', JSON.stringify({ ...document, fingerprints }));
    const { notes } = await labJson<{ notes: string[] }>('run', file);
    expect(notes).toEqual([
      expect.stringContaining('sysv: the same run'),
      expect.stringContaining('bsd: another run'),
    ]);
  });

  it('refuse a document with the place that is wrong', async () => {
    const file = written('document.json', JSON.stringify({ ...document, allocators: [] }));
    const { status, stderr } = await lab('run', file);
    expect(status).toBe(1);
    expect(stderr).toMatch(/allocators: found 0, expected >=1/);
  });

  it('ask for the file of a document that names one', async () => {
    const workload = { kind: 'file', name: 'mine.trace', sha256: 'a'.repeat(64), bytes: 3 };
    const file = written('document.json', JSON.stringify({ ...document, workload }));
    const { status, stderr } = await lab('run', file);
    expect(status).toBe(1);
    expect(stderr).toContain('this experiment needs the file mine.trace');
    writeFileSync(join(file, '..', 'mine.trace'), small);
    expect((await lab('run', file)).stderr).toMatch(/was made with mine\.trace \(SHA-256 aaaaaaaaaaaa/);
  });
});

describe('lab run --device', () => {
  it('is refused for what a clock cannot measure', async () => {
    const { status, stderr } = await lab('run', 'malm-headers', '--device');
    expect(status).toBe(2);
    expect(stderr).toContain('nicol-figure2');
  });
});

describe('lab presets', () => {
  it('lists each once, with its paper and its question', async () => {
    const presets = await labJson<{ id: string; paper: string; question: string }[]>('presets');
    expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
    for (const { id, paper, question } of presets) {
      expect(paper, id).not.toBe('');
      expect(question, id).toMatch(/\?$/);
    }
    const ids = presets.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['nicol-figure2', 'nicol-records', 'malm-split', 'malm-headers']),
    );
  });
});
