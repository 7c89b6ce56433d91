import fc from 'fast-check';
import { TraceBuilder } from '../../../src/trace/builder';
import { Op, type Trace } from '../../../src/trace/trace';

/** What random traces may hold. */
export interface TraceShape {
  readonly clock: string;
  readonly cpus: number;
  readonly callocs: boolean;
  readonly memaligns: boolean;
  readonly reallocs: boolean;
  /** Smallest size of a realloc. */
  readonly minRealloc: number;
  readonly doubleFrees: boolean;
  readonly scripted: boolean;
  readonly times: boolean;
}

/** Everything that `.trace` holds. */
export const FULL: TraceShape = {
  clock: 'ns',
  cpus: 256,
  callocs: true,
  memaligns: true,
  reallocs: true,
  minRealloc: 0,
  doubleFrees: true,
  scripted: true,
  times: true,
};

const draw = fc.record({
  op: fc.integer({ min: 0, max: 8 }),
  object: fc.nat(),
  size: fc.oneof(
    fc.nat(64),
    fc.constantFrom(0, 1, 4096, 0x7fffffff, 0x80000000, 0xffffffff),
    fc.nat(1 << 20),
  ),
  gap: fc.oneof(fc.constant(0), fc.nat(1000), fc.nat(3e9)),
  cpu: fc.nat(255),
  align: fc.nat(31),
});

/** Random sound traces of a shape. */
export function traces(shape: TraceShape): fc.Arbitrary<Trace> {
  return fc.array(draw, { maxLength: 60 }).map((draws) => {
    const builder = new TraceBuilder();
    let objects = 0;
    let live: number[] = [];
    let time = 0;
    draws.forEach((d, event) => {
      time = shape.times ? time + d.gap : event;
      const op = usable(d.op as Op, shape, live.length, objects);
      const cpu = d.cpu % shape.cpus;
      const pool = shape.doubleFrees ? objects : live.length;
      const pick = shape.doubleFrees ? d.object % pool : live[d.object % pool];
      if (op === Op.malloc || op === Op.calloc || op === Op.memalign) {
        live.push(objects);
        builder.add(op, objects++, d.size, time, cpu, op === Op.memalign ? 2 ** d.align : 0);
      } else if (op === Op.free) {
        live = live.filter((id) => id !== pick);
        builder.add(op, pick, 0, time, cpu, 0);
      } else if (op === Op.realloc) builder.add(op, pick, Math.max(d.size, shape.minRealloc), time, cpu, 0);
      else if (op === Op.compute) builder.add(op, 0, d.size, time, cpu, 0);
      else if (op === Op.barrier) builder.add(op, 0, 0, time, cpu, 0);
      else builder.add(op, pick, d.size, time, cpu, d.align === 1 ? 0 : d.align);
    });
    return builder.finish({ name: 'random', clock: shape.clock, notes: [] });
  });
}

/** The drawn operation, or malloc where the shape or the state forbids it. */
function usable(op: Op, shape: TraceShape, live: number, objects: number): Op {
  if ((shape.doubleFrees ? objects : live) === 0 && op !== Op.calloc && op !== Op.memalign) return Op.malloc;
  if (op === Op.calloc && !shape.callocs) return Op.malloc;
  if (op === Op.memalign && !shape.memaligns) return Op.malloc;
  if (op === Op.realloc && !shape.reallocs) return Op.malloc;
  if (op >= Op.read && !shape.scripted) return Op.malloc;
  return op;
}
