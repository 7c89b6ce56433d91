import type { PlacedBlocks } from '../raster/address-time';
import { endOf, places, type Run } from './run';

/** Every block that a run placed, with its life: in order of birth. Those that outlive the run end where it ends. */
export function placedBlocks(run: Run): PlacedBlocks {
  let count = 0;
  for (let event = 0; event < run.events; event++) if (places(run, event)) count++;
  const [born, ends, address, bytes] = Array.from({ length: 4 }, () => new Uint32Array(count));
  let row = 0;
  for (let event = 0; event < run.events; event++) {
    if (!places(run, event)) continue;
    const end = endOf(run, event);
    born[row] = event;
    ends[row] = end >= 0 && end < run.events ? end : run.events;
    address[row] = run.timeline.address.at(event);
    bytes[row++] = Math.max(1, run.trace.size[event]);
  }
  return { count, born, ends, address, bytes };
}
