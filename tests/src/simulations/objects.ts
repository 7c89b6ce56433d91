import type { Modules } from '../../../src/engine/modules';

const MASK = 2n ** 64n - 1n;
const GOLDEN = 0x9e3779b97f4a7c15n;
const ODD = 0xd1342543de82ef95n;

function mixed(value: bigint): bigint {
  let z = value & MASK;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
}

/** Hash of one event as wasm/simulations/history.h takes it. */
function eventHash(time: number, place: number, what: number, detail: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(time).buffer)[0];
  const rest = (BigInt(place) << 32n) | BigInt(detail >>> 0);
  return mixed(((bits * GOLDEN) & MASK) ^ ((rest * ODD) & MASK) ^ (BigInt(what) << 17n));
}

/**
 * The history of Nicol's moving objects without an event list: objects do not meet, so each is followed to the end by
 * itself. The logarithm is the C library's.
 */
export async function objectsHistory(
  modules: Modules,
  { objects, dimensions, until }: { objects: number; dimensions: number; until: number },
  seed: number,
): Promise<{ history: string; events: number }> {
  const { exports } = await WebAssembly.instantiate(await modules.get('random'), {});
  const log = exports.real_log as (x: number) => number;
  let history = 0n;
  let events = 0;
  const happened = (...event: Parameters<typeof eventHash>) => {
    history = (history + eventHash(...event)) & MASK;
    events++;
  };
  for (let object = 0; object < objects; object++) {
    let state = mixed((BigInt(seed) + BigInt(object) * ODD + GOLDEN) & MASK);
    const draw = () => {
      state = (state + GOLDEN) & MASK;
      return mixed(state);
    };
    let node = object % 2 ** dimensions;
    let from = node;
    for (let time = 0; time < until; ) {
      happened(time, node, 1, (from ^ (object << 16)) >>> 0);
      time = time + 0.25 + -log(1 - Number(draw() >> 11n) * 2 ** -53);
      const dimension = Number(((draw() >> 32n) * BigInt(dimensions)) >> 32n);
      if (time < until) happened(time, node, 0, 0);
      from = node;
      node ^= 1 << dimension;
    }
  }
  return { history: history.toString(16).padStart(16, '0'), events };
}
