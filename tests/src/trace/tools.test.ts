import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressTable, NO_OBJECT } from '../../../src/trace/addresses';
import { type SiteTotal, siteTotals, stackOf } from '../../../src/trace/sites';
import { summarise } from '../../../src/trace/summary';
import { Op } from '../../../src/trace/trace';
import { drawn, fixture, readBytes, readText } from './helpers';

describe('addresses', () => {
  it('are found as a Map finds them, whatever is put and taken', () => {
    const key = fc.tuple(
      fc.constantFrom(0, 0x55d3, 0x7fff, 0xffffffff),
      fc.nat(40).map((n) => (n * 16 + 0xfffffe00) >>> 0),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.boolean()), { maxLength: 400 }), (steps) => {
        const table = new AddressTable();
        const model = new Map<string, number>();
        steps.forEach(([[high, low], put], id) => {
          const name = `${high}:${low}`;
          if (put) {
            table.set(high, low, id);
            model.set(name, id);
          } else {
            expect(table.take(high, low)).toBe(model.get(name) ?? NO_OBJECT);
            model.delete(name);
          }
          expect(table.size).toBe(model.size);
        });
        for (const [name, id] of model) {
          const [high, low] = name.split(':').map(Number);
          expect(table.get(high, low)).toBe(id);
        }
        expect(table.ids()).toEqual([...model.values()].sort((a, b) => a - b));
      }),
    );
  });
});

describe('mtrace', () => {
  const read = async (lines: string) => drawn(await readText(`= Start\n${lines}`));

  it('a realloc whose old address another thread was given first', async () => {
    expect(
      await read(
        '@ p:[0x1] + 0x10 0x8\n@ p:[0x2] + 0x10 0x9\n@ p:[0x1] < 0x10\n@ p:[0x1] > 0x20 0x18\n@ p:[0x1] - 0x10\n@ p:[0x1] - 0x20\n',
      ),
    ).toBe('a0:8 a1:9 r0:24 f1 f0');
  });

  it('places with blanks, brackets and signs, or none at all', async () => {
    expect(
      await read('@ /my dir/a [b] + 0x9:(f+0x1)[0x5] + 0x10 0x8\n+ 0x20 0x9\n@ [0x401136] - 0x10\n- 0x20\n'),
    ).toBe('a0:8 a1:9 f0 f1');
  });

  it('a failed realloc leaves its block alone', async () => {
    expect(await read('+ 0x10 0x8\n! 0x10 0x4000000000000000\n- 0x10\n')).toBe('a0:8 f0');
  });
});

describe('valgrind', () => {
  it('keeps the first process and leaves a forked child out', async () => {
    const trace = await readText(
      '==7== Memcheck\n--7-- malloc(8) = 0x4A0\n--9-- free(0x4A0)\n--9-- malloc(3) = 0x4A0\n--7-- free(0x4A0)\n',
    );
    expect(drawn(trace)).toBe('a0:8 f0');
    expect(trace.notes).toEqual(['Process 9, a child with a heap of its own, left out: 2 calls.']);
  });

  it('operators of C++, aligned ones too', async () => {
    const trace = await readText(
      '--7-- _Znwm(8) = 0x4A0\n--7-- _ZnwmSt11align_val_t(size 128, al 64) = 0x500\n--7-- _ZdlPvSt11align_val_t(0x500)\n--7-- _ZdlPvm(0x4A0)\n--7-- malloc_usable_size(0x4A0) = 8\nhello from the program\n',
    );
    expect(drawn(trace)).toBe('a0:8 m1:128@64 f1 f0');
    expect(trace.notes).toEqual([
      '1 line of another kind left out; the first is line 6: "hello from the program".',
    ]);
  });
});

describe('ltrace', () => {
  it('a forked process is told from a thread by what it contradicts', async () => {
    const lines: string[] = [];
    for (let i = 0; i < 20; i++) lines.push(`7 a->malloc(${i + 1}) = 0x${(i + 1) * 16}0`);
    // The child frees what the parent frees later as well, and is given what the parent is given.
    for (let i = 0; i < 20; i++) lines.push(`8 a->free(0x${(i + 1) * 16}0) = <void>`);
    for (let i = 0; i < 20; i++) lines.push(`7 a->free(0x${(i + 1) * 16}0) = <void>`);
    for (let i = 0; i < 20; i++) lines.push(`8 a->malloc(99) = 0x${(i + 1) * 16}0`);
    lines.push('7 +++ exited (status 0) +++', '');
    const trace = await readText(lines.join('\n'));
    expect(trace.notes.join(' ')).toMatch(/Process 8 has a heap of its own \(a fork\)/);
    expect(drawn(trace)).not.toMatch(/a\d+:99/);
  });

  it('exec() ends all blocks', async () => {
    const trace = await readText(
      '7 a->malloc(5) = 0x100\n7 a->malloc(6) = 0x200\n7 --- Called exec() ---\n7 b->malloc(7) = 0x100\n7 +++ exited (status 0) +++\n',
    );
    expect(drawn(trace)).toBe('a0:5 a1:6 f0 f1 a2:7');
  });

  it('every way to give a time, an address, a duration and a library', async () => {
    const body = async (line: string) => drawn(await readText(`${line}\n7 +++ exited (status 0) +++\n`));
    for (const line of [
      'malloc(5)                       = 0x100',
      'a->malloc(5) = 0x100 <0.000123>',
      '[pid 12] a->malloc(5) = 0x100',
      '12 a->malloc(5) = 0x100',
      '12 11:22:33 a->malloc(5) = 0x100',
      '11:22:33.444444 [0x5555] a->malloc(5) = 0x100',
      '12 1795227978.005078 a->malloc(5) = 0x100',
      '  0.000123 a->malloc(5) = 0x100',
      'malloc@libc.so.6(5) = 0x100',
      'lib x.so->malloc(5) = 0x100',
    ])
      expect(await body(line)).toBe('a0:5');
  });

  it('counts the outermost of nested calls, and calls that another line interrupts', async () => {
    const trace = await readText(
      [
        '7 realloc@libc.so.6(0, 48 <unfinished ...>',
        '7 malloc@libc.so.6(48) = 0x100',
        '8 a->malloc(5 <unfinished ...>',
        '7 <... realloc resumed> ) = 0x100',
        '7 a->realloc(0x100, 64 <unfinished ...>',
        '8 <... malloc resumed> ) = 0x200',
        '8 a->malloc(9) = 0x100',
        '7 <... realloc resumed> ) = 0x300',
        '7 a->free(0x300 <no return ...>',
        '8 +++ exited (status 0) +++',
        '7 <... free resumed> ) = <void>',
        '7 +++ exited (status 0) +++',
        '',
      ].join('\n'),
    );
    expect(drawn(trace)).toBe('a0:48 a1:5/1 a2:9/1 r0:64 f0');
  });

  it('system calls, other functions and C++ names are passed over', async () => {
    const trace = await readText(
      [
        'SYS_brk(0) = 0x5000',
        'a->operator new(unsigned long)(24, 1, 0) = 0x900',
        'a->std::map<int, int>::insert(0x1, 2) = 0x7',
        'a->malloc(5) = 0x100',
        'a->strlen("malloc(7) = 0x9") = 14',
        '+++ exited (status 0) +++',
        '',
      ].join('\n'),
    );
    expect(drawn(trace)).toBe('a0:5');
  });
});

describe('heaptrack', () => {
  it('of blocks alike the newest dies first in an interpreted file', async () => {
    const trace = await readText(
      'v 10400 3\nX ./p\na 10 1\na 20 1\n+ 0\nc 5\n+ 1\n+ 0\n- 0\n- 0\n- 0\nR 7\n',
    );
    expect(drawn(trace)).toBe('a0:16 a1:32 a2:16 f2 f0');
    expect([...trace.time]).toEqual([0, 5, 5, 5, 5]);
  });

  it('raw: a free of an unknown block, an address used again', async () => {
    const trace = await readText('v 10400 3\nx 3 ./p\n- 99\n+ 10 1 a0\n+ 20 1 a0\n- a0\n');
    expect(drawn(trace)).toBe('a0:16 f0 a1:32 f1');
  });
});

describe('call stacks of heaptrack', () => {
  const top = async (path: string, options = {}) => {
    const trace = await readBytes(fixture(path), path, options);
    const sites = trace.sites ?? expect.fail('no sites');
    return siteTotals(trace).map((total) => ({ ...total, stack: stackOf(sites, total.node) }));
  };

  it('name the functions in an interpreted file', async () => {
    const sites = await top('heaptrack/odd.zst');
    expect(sites[0]).toMatchObject({ objects: 1, bytes: 1048576, liveObjects: 0 });
    expect(sites[0].stack).toEqual([
      'main (/home/lab00/formats/odd.c:13)',
      '__libc_start_call_main (../sysdeps/nptl/libc_start_call_main.h:58)',
      '__libc_start_main_impl (../csu/libc-start.c:360)',
      '_start',
    ]);
  });

  it('name module and offset in a raw file, the same sites', async () => {
    const raw = await top('heaptrack/odd-raw.raw.zst');
    expect(raw[0].stack).toEqual(['odd+0x142e', 'libc.so.6+0x27249', 'libc.so.6+0x27304', 'odd+0x1140']);
    const named = await top('heaptrack/odd.zst');
    expect(raw.slice(0, 10).map(({ bytes, objects }) => [bytes, objects])).toEqual(
      named.slice(0, 10).map(({ bytes, objects }) => [bytes, objects]),
    );
  });

  it('add up to the whole, and stay with their objects in a part of the trace', async () => {
    const trace = await readBytes(fixture('heaptrack/cfrac-medium-raw.raw.zst'));
    const { bytesAllocated, objects } = summarise(trace);
    const totals = siteTotals(trace);
    const sum = (pick: (total: SiteTotal) => number) => totals.reduce((all, total) => all + pick(total), 0);
    expect([sum((t) => t.bytes), sum((t) => t.objects)]).toEqual([bytesAllocated, objects]);

    const part = await readBytes(fixture('heaptrack/cfrac-medium-raw.raw.zst'), 'x', {
      from: 5000,
      to: 5010,
    });
    expect([...(part.sites?.object ?? [])].every((node) => node > 0)).toBe(true);
    // The objects introduced at the range's start keep the order of the whole trace, and so their sites.
    const alive: number[] = [];
    const freed = new Set([...trace.id.subarray(0, 5000)].filter((_, event) => trace.op[event] === Op.free));
    for (let event = 0; event < 5000; event++)
      if (trace.op[event] === Op.malloc && !freed.has(trace.id[event])) alive.push(trace.id[event]);
    expect([...(part.sites?.object ?? [])].slice(0, alive.length)).toEqual(
      alive.map((object) => trace.sites?.object[object]),
    );
  });

  it('are absent from other formats', async () => {
    expect((await readText('= Start\n+ 0x10 0x8\n')).sites).toBeUndefined();
  });
});

describe('bytehound', () => {
  const words = (...values: number[]) => {
    const view = new DataView(new ArrayBuffer(values.length * 8));
    for (let i = 0; i < values.length; i++) view.setBigUint64(i * 8, BigInt(values[i]), true);
    return new Uint8Array(view.buffer);
  };
  const records = [1, 0, 100, 64, 1, 1, 150, 32, 3, 0, 200, 128, 2, 1, 250, 0, 1, 1, 260, 7];

  it('newer exports, with stack frames and an end mark', async () => {
    const trace = await readBytes(words(2, 4, 9, 0, 0, ...records, 5, 0, 0, 0, 0));
    expect(drawn(trace)).toBe('a0:64 a1:32 r0:128 f1 a2:7');
    expect([...trace.time]).toEqual([0, 50, 100, 150, 160]);
    expect(trace).toMatchObject({ clock: 'us', notes: [] });
  });

  it('older exports, with a count and no end mark', async () => {
    expect(drawn(await readBytes(words(2, 5, ...records)))).toBe('a0:64 a1:32 r0:128 f1 a2:7');
  });

  it('cut off in a record', async () => {
    const trace = await readBytes(words(2, ...records).subarray(0, -3));
    expect(drawn(trace)).toBe('a0:64 a1:32 r0:128 f1');
    expect(trace.notes).toEqual([
      'Cut off after byte 165, in the middle of a record. What follows it is missing.',
      'Live where it breaks off: 1 object (128 bytes). They count as never freed, but may have been freed later.',
    ]);
  });
});
