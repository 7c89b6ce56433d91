import { recordedEvent } from '../trace/part';
import { Op, type Trace } from '../trace/trace';
import type { EventIndex } from '../units';
import type { EventInfo } from './api';

const NAMES: Readonly<Record<number, EventInfo['op']>> = Object.fromEntries(
  Object.entries(Op).map(([name, number]) => [number, name as EventInfo['op']]),
);

/** An event as a call that a programmer would write. */
export function describeEvent(trace: Trace, event: EventIndex): EventInfo {
  const op = NAMES[trace.op[event]];
  const id = trace.id[event];
  const size = trace.size[event];
  return {
    event,
    recorded: trace.part ? recordedEvent(trace.part, event) : null,
    op,
    id,
    size,
    time: trace.time[event],
    cpu: trace.cpu?.[event] ?? 0,
    call: call(op, id, size, trace.arg.get(event)),
  };
}

function call(op: EventInfo['op'], id: number, size: number, arg: number | undefined): string {
  const object = `#${id.toLocaleString('en')}`;
  const bytes = size.toLocaleString('en');
  switch (op) {
    case 'malloc':
    case 'calloc':
      return `${op}(${bytes})`;
    case 'memalign':
      return `memalign(${arg ?? '?'}, ${bytes})`;
    case 'free':
      return `free(${object})`;
    case 'realloc':
      return `realloc(${object}, ${bytes})`;
    case 'read':
    case 'write':
      return `${op}(${object}, ${bytes})`;
    case 'compute':
      return `compute(${bytes})`;
    case 'barrier':
      return 'barrier()';
  }
}
