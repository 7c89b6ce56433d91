import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileSource } from '../../../src/cli/file-source';
import { readTrace } from '../../../src/trace/read';
import { summarise } from '../../../src/trace/summary';
import { Op, type Trace } from '../../../src/trace/trace';
import { checkTrace } from '../../src/trace/helpers';

const ROOT = join(import.meta.dirname, '../../..');
let folder = '';
let recorder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recorder-'));
  recorder = join(folder, 'recorder.so');
  const source = join(ROOT, 'wasm/recorder/recorder.c');
  execFileSync('gcc', [
    '-O2',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-shared',
    '-fPIC',
    '-o',
    recorder,
    source,
    '-ldl',
    '-pthread',
  ]);
  const odd = join(import.meta.dirname, 'odd.c');
  execFileSync('gcc', ['-O1', '-Wno-unused-but-set-variable', '-o', join(folder, 'odd'), odd, '-pthread']);
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program under the recorder and reads every file that it leaves, by name. */
async function record(program: string, words: string[], pattern = '%e.trace'): Promise<Map<string, Trace>> {
  const out = mkdtempSync(join(folder, 'run-'));
  execFileSync(program, words, {
    env: { ...process.env, LD_PRELOAD: recorder, HEAPSCOPE_TRACE: join(out, pattern) },
    stdio: ['ignore', 'ignore', 'inherit'],
    input: '',
  });
  const traces = new Map<string, Trace>();
  for (const name of readdirSync(out).sort()) {
    const trace = await readTrace(fileSource(join(out, name)));
    checkTrace(trace);
    traces.set(name, trace);
  }
  return traces;
}

/** Events with one of these sizes, in order: letter and size. */
function sized(trace: Trace, from: number, to: number): string[] {
  const names = ['a', 'f', 'r', 'c', 'm'];
  const out: string[] = [];
  const size = new Map<number, number>();
  for (let event = 0; event < trace.length; event++) {
    const op = trace.op[event];
    const id = trace.id[event];
    if (op !== Op.free) size.set(id, trace.size[event]);
    const bytes = size.get(id) ?? 0;
    if (bytes < from || bytes >= to) continue;
    const align = trace.arg.get(event);
    out.push(`${names[op]}${bytes}${align === undefined ? '' : `@${align}`}`);
  }
  return out;
}

describe('the recorder', () => {
  it('writes every call as the allocator meant it', async () => {
    const trace = (await record(join(folder, 'odd'), [])).get('odd.trace') ?? expect.fail('no file');
    expect(sized(trace, 40000, 50000)).toEqual([
      'a40009',
      'f40009',
      'r40031',
      'f40031',
      'a40037',
      'a40039',
      'm40087@64',
      'm40576@128',
      'm40093@32',
      'm40099@4096',
    ]);
    expect(sized(trace, 80000, 130000)).toEqual(['c120039', 'r80126']);
    expect(trace.notes).toContainEqual(expect.stringMatching(/^Frees of NULL, left out: [1-9]/));
    expect(trace.notes).toContain('Calls that failed, left out: 2.');
    expect(trace.clock).toBe('ns');
  });

  it('keeps threads apart and their events in order', async () => {
    const trace = (await record(join(folder, 'odd'), [])).get('odd.trace') ?? expect.fail('no file');
    const { cpus } = summarise(trace);
    expect(cpus).toBe(5);
    const count = (letter: string, bytes: number) =>
      sized(trace, bytes, bytes + 1).filter((word) => word.startsWith(letter)).length;
    expect([count('a', 10007), count('r', 20011), count('f', 20011)]).toEqual([8000, 8000, 8000]);
    expect([count('a', 30011), count('f', 30011)]).toEqual([2000, 2000]);
    // Every block of 30011 bytes is freed by another thread than its own.
    const owner = new Map<number, number>();
    for (let event = 0; event < trace.length; event++) {
      if (trace.size[event] === 30011) owner.set(trace.id[event], trace.cpu?.[event] ?? 0);
      else if (trace.op[event] === Op.free && owner.has(trace.id[event]))
        expect(trace.cpu?.[event]).not.toBe(owner.get(trace.id[event]));
    }
  });

  it('gives a forked child a file of its own that begins with what it inherits', async () => {
    const traces = await record(join(folder, 'odd'), ['fork']);
    const [parent, child] = [...traces.values()];
    expect([...traces.keys()]).toEqual(['odd.trace', expect.stringMatching(/^odd\.trace\.\d+$/)]);
    expect(sized(parent, 50000, 80000)).toEqual(['a50021', 'a50023', 'f50023', 'a70001']);
    expect(sized(child, 50000, 80000)).toEqual(['a50021', 'a50023', 'f50023', 'a60013']);
    expect(child.notes[0]).toMatch(/^A forked process/);
  });

  it.each([
    ['/bin/ls', ['-lR', '/usr/include/linux'], 'ls', 1000],
    [
      '/usr/bin/sort',
      ['--parallel=2', '/usr/share/dict/words', '/etc/services', '/etc/passwd'].filter(exists),
      'sort',
      20,
    ],
    ['/usr/bin/gcc', ['--version'], 'gcc', 50],
  ])('records %s', async (program, words, name, least) => {
    const trace = (await record(program, words)).get(`${name}.trace`) ?? expect.fail('no file');
    const { events, frees, peakLiveBytes, duration } = summarise(trace);
    expect(events).toBeGreaterThan(least);
    expect(frees).toBeGreaterThan(0);
    expect(peakLiveBytes).toBeGreaterThan(1000);
    expect(duration).toBeGreaterThan(0);
  });

  it('records a shell, its subshells and the programs that it starts', async () => {
    const traces = await record('/bin/bash', ['-c', 'echo a b | sort; (x=1; echo $x); ls /'], '%e.%p.trace');
    const names = [...traces.keys()].map((name) => name.split('.')[0]);
    expect(names).toContain('bash');
    expect(names).toContain('sort');
    expect(names).toContain('ls');
    expect(names.filter((name) => name === 'bash').length).toBeGreaterThan(1);
  });
});

function exists(path: string): boolean {
  if (path.startsWith('-')) return true;
  try {
    execFileSync('test', ['-r', path]);
    return true;
  } catch {
    return false;
  }
}
