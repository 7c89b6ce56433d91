import type { PlacedBlocks } from '../raster/address-time';
import { allocates } from '../trace/trace';
import { endOf, type Run } from './run';

/** Every block that a run placed, with its life: in order of birth. Those that outlive the run end where it ends. */
export function placedBlocks(run: Run): PlacedBlocks {
  const { mallocs, reallocs } = run.summary;
  const [born, ends, address, bytes] = Array.from({ length: 4 }, () => new Uint32Array(mallocs + reallocs));
  let row = 0;
  for (let event = 0; event < run.events; event++) {
    if (!allocates(run.trace.op[event])) continue;
    const place = run.timeline.address.at(event);
    if (place === 0) continue;
    const end = endOf(run, event);
    born[row] = event;
    ends[row] = end >= 0 && end < run.events ? end : run.events;
    address[row] = place;
    bytes[row++] = Math.max(1, run.trace.size[event]);
  }
  return { count: row, born, ends, address, bytes };
}
