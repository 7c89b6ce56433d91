/** Parts of recordings: events a to b, and samples of the objects. Fetched where one is asked for. */
import { partOf, type SelectionOptions } from '../../src/trace/selection';
import { isRecorded, type Recorded } from './recorded';
import { adopt, fileOf, load, offerFile } from './session';
import { cursorOf, type PartOffer, useLab } from './store';
import { lab } from './worker';

/**
 * Opens another part of the open recording, or all of it with an empty part; undo brings back what was open. The cursor
 * stays at its event where the part has it.
 */
export async function openPart(workload: Recorded, part: SelectionOptions): Promise<void> {
  const { trace } = useLab.getState();
  const [recorded] = trace.kind === 'ready' ? await lab.recordedEvents([cursorOf(useLab.getState())]) : [];
  const wanted = withPart(workload, part);
  const opened = await load(wanted, await fileOf(wanted), `Could not open ${workload.name}`);
  if (opened === null) return;
  const [cursor] = recorded === undefined ? [] : await lab.loadedEvents([recorded]);
  adopt(opened, true, cursor ?? undefined);
}

function withPart({ from: _from, to: _to, everyObject: _every, ...whole }: Recorded, part: SelectionOptions) {
  return { ...whole, ...partOf(part) } as Recorded;
}

/** Takes an offer: a part of the file or of the recording that is too large as a whole. */
export async function takeOffer({ workload, file }: PartOffer, part: SelectionOptions): Promise<void> {
  if (workload === null || !isRecorded(workload)) {
    if (file !== null) await offerFile(file, part);
    return;
  }
  const opened = await load(
    withPart(workload as Recorded, part),
    file ?? (await fileOf(workload)),
    `Could not open ${workload.name}`,
  );
  if (opened !== null) adopt(opened, true);
}
