import { Op } from '../trace/trace';
import { MOST_EVENTS, type ScriptObject } from './recorder';
import type { Task } from './task';
import { describeValue, type Value } from './values';

/** A function that scripts may call. Its arguments are values already; what it throws becomes a ScriptError there. */
export interface Builtin {
  readonly name: string;
  /** As the documentation writes it. */
  readonly usage: string;
  readonly about: string;
  readonly min: number;
  readonly max: number;
  readonly call: (task: Task, values: readonly Value[]) => Value;
}

const MOST_BYTES = 0xffff_ffff;

function whole(value: Value, what: string, min: number, max: number): number {
  if (typeof value === 'number' && value >= min && value <= max) return value;
  throw new Error(`${what} is ${describeValue(value)}, expected a whole number from ${min} to ${max}`);
}

function live(value: Value, what: string): ScriptObject {
  if (value === null || typeof value === 'number')
    throw new Error(`${what} needs an object, found ${describeValue(value)}`);
  if (!value.live) throw new Error(`${what}: object #${value.id} has been freed`);
  return value;
}

function record(task: Task): Task['machine']['recorder'] {
  const { recorder } = task.machine;
  if (recorder.full) throw new Error(`the script makes more than ${MOST_EVENTS.toLocaleString('en')} events`);
  return recorder;
}

function touch(op: Op, name: string): Builtin['call'] {
  return (task, [target, bytes, times]) => {
    const object = live(target, name);
    const count = bytes === undefined ? object.size : whole(bytes, 'the number of bytes', 0, object.size);
    const repeat = times === undefined ? 1 : whole(times, 'the number of times', 1, 1_000_000_000);
    if (count > 0) record(task).touch(op, object, count, repeat, task.cpu);
    return null;
  };
}

/** Every function of the language, in the order of its documentation. */
export const builtins: readonly Builtin[] = [
  {
    name: 'malloc',
    usage: 'malloc(bytes)',
    about: 'a new object',
    min: 1,
    max: 1,
    call: (task, [size]) =>
      record(task).allocate(Op.malloc, whole(size, 'the size', 0, MOST_BYTES), task.cpu),
  },
  {
    name: 'calloc',
    usage: 'calloc(bytes)',
    about: 'a new object filled with zeros',
    min: 1,
    max: 1,
    call: (task, [size]) =>
      record(task).allocate(Op.calloc, whole(size, 'the size', 0, MOST_BYTES), task.cpu),
  },
  {
    name: 'realloc',
    usage: 'realloc(object, bytes)',
    about: 'the object with another size; null makes a new one',
    min: 2,
    max: 2,
    call: (task, [target, size]) => {
      const bytes = whole(size, 'the size', 0, MOST_BYTES);
      if (target === null) return record(task).allocate(Op.malloc, bytes, task.cpu);
      const object = live(target, 'realloc');
      record(task).resize(object, bytes, task.cpu);
      return object;
    },
  },
  {
    name: 'free',
    usage: 'free(object)',
    about: 'gives the object back; null does nothing; freeing twice is a fault that the lab reports',
    min: 1,
    max: 1,
    call: (task, [target]) => {
      if (typeof target === 'number') throw new Error(`free needs an object, found ${target}`);
      if (target !== null) record(task).free(target, task.cpu);
      return null;
    },
  },
  {
    name: 'write',
    usage: 'write(object, bytes, times)',
    about: 'writes its first bytes (all if left out), so many times (1)',
    min: 1,
    max: 3,
    call: touch(Op.write, 'write'),
  },
  {
    name: 'read',
    usage: 'read(object, bytes, times)',
    about: 'reads its first bytes (all if left out), so many times (1)',
    min: 1,
    max: 3,
    call: touch(Op.read, 'read'),
  },
  {
    name: 'compute',
    usage: 'compute(cycles)',
    about: 'work that touches no memory',
    min: 1,
    max: 1,
    call: (task, [cycles]) => {
      record(task).compute(whole(cycles, 'the number of cycles', 0, MOST_BYTES), task.cpu);
      return null;
    },
  },
  {
    name: 'barrier',
    usage: 'barrier()',
    about: 'in a thread block: waits until every thread has come here',
    min: 0,
    max: 0,
    call: (task) => {
      if (!task.inThread) throw new Error('barrier() stands outside a thread block');
      task.waiting = true;
      return null;
    },
  },
  {
    name: 'random',
    usage: 'random(n)',
    about: 'a whole number from 0 to n − 1',
    min: 1,
    max: 1,
    call: (task, [n]) => task.machine.random.below(whole(n, 'the bound', 1, 2 ** 32)),
  },
  {
    name: 'between',
    usage: 'between(low, high)',
    about: 'a random whole number from low to high, both included',
    min: 2,
    max: 2,
    call: (task, [low, high]) => {
      const least = whole(low, 'the low end', -(2 ** 31), 2 ** 32);
      const most = whole(high, 'the high end', least, 2 ** 32);
      return least + task.machine.random.below(most - least + 1);
    },
  },
  {
    name: 'choose',
    usage: 'choose(a, b, …)',
    about: 'one of its arguments at random, each as likely',
    min: 1,
    max: 64,
    call: (task, values) => values[task.machine.random.below(values.length)],
  },
  {
    name: 'size',
    usage: 'size(object)',
    about: 'bytes that the object asked for',
    min: 1,
    max: 1,
    call: (_, [target]) => live(target, 'size').size,
  },
  {
    name: 'min',
    usage: 'min(a, b)',
    about: 'the lesser',
    min: 2,
    max: 2,
    call: (_, [a, b]) => Math.min(whole(a, 'a', -(2 ** 53), 2 ** 53), whole(b, 'b', -(2 ** 53), 2 ** 53)),
  },
  {
    name: 'max',
    usage: 'max(a, b)',
    about: 'the greater',
    min: 2,
    max: 2,
    call: (_, [a, b]) => Math.max(whole(a, 'a', -(2 ** 53), 2 ** 53), whole(b, 'b', -(2 ** 53), 2 ** 53)),
  },
];
