import type { AllocatorDescriptor } from '../allocators/descriptor';
import { allocators } from '../allocators/list';
import { FEWEST_EVENTS, timeReplay } from '../device/timed';
import { findFaults } from '../engine/fault-steps';
import type { Modules } from '../engine/modules';
import { replay } from '../engine/replay';
import { linkEvents } from '../trace/links';
import type { Trace } from '../trace/trace';
import type { Bytes } from '../units';
import type { StudyProgress } from './study-api';
import type { CompareRow } from './trace-api';

/** Nobody goes back in these runs. */
const SNAPSHOTS: Bytes = 1024 * 1024;

/** Longest that an allocator is timed by the device's clock, in ms; at least one round. */
const TIMED = { milliseconds: 1000 };

/**
 * Replays a trace on every built-in allocator with its default parameters, and on those that the user brought, one after
 * the other, and times it.
 */
export async function compareAllocators(
  modules: Modules,
  trace: Trace,
  brought: readonly AllocatorDescriptor[],
  onProgress: (progress: StudyProgress) => void,
  onRow: (row: CompareRow) => void,
): Promise<void> {
  const links = linkEvents(trace);
  const all = [...allocators, ...brought];
  const total = all.length * trace.length;
  for (const [i, { id, title, user }] of all.entries()) {
    const report = (events: number) =>
      onProgress({ task: `replaying on ${title}`, done: i * trace.length + events, total });
    const config = { id, params: {} };
    try {
      const run = await replay(modules, trace, config, {
        links,
        snapshotBudget: SNAPSHOTS,
        onProgress: report,
      });
      const problem = run.events < trace.length ? (run.faults[0]?.message ?? 'the run ended early') : null;
      const timable = problem === null && !user && trace.length >= FEWEST_EVENTS;
      const timed = timable ? await timeReplay(modules, trace, config, TIMED) : null;
      const deviceNanoseconds = timed && (timed.milliseconds * 1e6) / trace.length;
      // A module of the user's may change contents too, which the shadow table does not see.
      const { count: faults } = user ? await findFaults(modules, run, 1) : { count: run.faultCount };
      onRow({ id, title, summary: run.summary, deviceNanoseconds, faults, problem });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      onRow({ id, title, summary: null, deviceNanoseconds: null, faults: 0, problem });
    }
  }
}
