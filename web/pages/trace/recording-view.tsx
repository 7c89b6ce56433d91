import { type FormEvent, useState } from 'react';
import type { OpenedTrace } from '../../../src/worker/api';
import { Panel } from '../../controls/panel';
import { PartFields, parsePart, partText } from '../../controls/part-fields';
import { count, exactBytes, ticks } from '../../format';
import { recordingOf } from '../../state/document';
import { openPart } from '../../state/parts';
import { isRecorded, type Recorded } from '../../state/recorded';
import { sampleNamed } from '../../state/samples';
import { useLab } from '../../state/store';

/** Events of recordings that were open as a whole, or read to their end, in this visit. */
const known = new Map<string, number>();

/** What is open: how much of the recording, what its reader had to bend or miss, and a choice of another part. */
export function RecordingView({ opened }: { readonly opened: OpenedTrace }) {
  const workload = useLab((state) => state.experiment.workload);
  const { summary, part, notes, clock } = opened;
  const name = recordingOf(workload);
  const all = part === null ? summary.events : part.recorded;
  if (all !== null) known.set(name, all);
  const sample = workload.kind === 'sample' ? sampleNamed(workload.name) : undefined;
  const events = known.get(name) ?? sample?.events ?? null;
  return (
    <Panel
      title="The recording"
      className="wide"
      note={
        part === null
          ? `all of its ${count(summary.events)} events`
          : `events ${count(part.from)} to ${count(part.to)}${events === null ? '' : ` of ${count(events)}`}${
              part.everyObject > 1 ? `, one object of every ${count(part.everyObject)}` : ''
            }`
      }
    >
      <dl className="recording">
        <dt>File</dt>
        <dd>
          {opened.name}
          {opened.fileBytes > 0 && `, ${exactBytes(opened.fileBytes)}`}
        </dd>
        <dt>Loaded</dt>
        <dd className="num">
          {count(summary.events)} events of {count(summary.objects)} objects,{' '}
          {summary.cpus === 1 ? '1 thread' : `${count(summary.cpus)} threads`},{' '}
          {ticks(summary.duration, clock)}
        </dd>
        <dt>Its reader says</dt>
        <dd>
          {notes.length === 0 ? (
            'nothing is missing, and nothing had to be bent'
          ) : (
            <ul className="reader-notes">
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
      {isRecorded(workload) && (
        <PartForm key={JSON.stringify(part)} workload={workload as Recorded} events={events} />
      )}
    </Panel>
  );
}

function PartForm({ workload, events }: { readonly workload: Recorded; readonly events: number | null }) {
  const whole = workload.from === undefined && workload.to === undefined && !workload.everyObject;
  const [text, setText] = useState(partText(workload));
  const part = parsePart(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typeof part !== 'string') void openPart(workload, part);
  };
  return (
    <form className="trace-tools" aria-label="Part of the recording" onSubmit={submit}>
      <PartFields text={text} onText={setText} events={events === null ? null : count(events)} />
      <button type="submit" className="button" disabled={typeof part === 'string'}>
        Load this part
      </button>
      <button type="button" className="button" disabled={whole} onClick={() => void openPart(workload, {})}>
        Load all
      </button>
    </form>
  );
}
