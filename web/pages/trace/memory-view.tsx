import { type FormEvent, useEffect, useState } from 'react';
import type { MemoryReport, RunMemory } from '../../../src/worker/api';
import { NumbersTable } from '../../charts/numbers-table';
import { Panel } from '../../controls/panel';
import { bytes, count, exactBytes, number } from '../../format';
import { Newest } from '../../state/newest';
import { MOST_MIB, parseBudget, setBudget } from '../../state/snapshot-budget';
import { infoIn, useLab } from '../../state/store';
import { useColumns } from '../../state/use-columns';
import { lab } from '../../state/worker';

/** What the open trace and its runs hold in the browser's memory, and how much of it snapshots may take. */
export function MemoryView() {
  // Not the runs themselves: their progress changes more often than what they hold is told.
  const runs = useLab((state) =>
    state.runs.map((run) => `${run.kind} ${infoIn(run)?.summary.events}`).join(),
  );
  const columns = useColumns();
  const [report, setReport] = useState<MemoryReport | null>(null);
  const [asked, setAsked] = useState(0);
  const [questions] = useState(() => new Newest());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is held changes with the runs and the budget
  useEffect(() => {
    // Where it fails, the trace was closed meanwhile.
    questions.ask(() => lab.memory().then(setReport, () => undefined));
  }, [runs, asked, questions]);
  if (report === null) return null;
  const each = (held: number, events = report.events) => number(held / Math.max(1, events));
  const shared = report.trace + report.links;
  // A timeline is as long as what is replayed.
  const perEvent = (run: RunMemory) =>
    number(shared / Math.max(1, report.events) + ofTimeline(run) / Math.max(1, run.events));
  return (
    <Panel
      title="Memory in this browser"
      className="wide"
      note={report.runs.map((run) => `${perEvent(run)} B an event`).join(' · ')}
    >
      <NumbersTable
        label="What the trace and its runs hold in this browser"
        heading={['held for', 'bytes', 'an event', 'snapshots']}
        rows={[
          ['the trace and its links', held(shared), `${each(shared)} B`, ''],
          ...report.runs.map((run) => [
            `the timeline of ${columns[run.column]?.title}`,
            held(ofTimeline(run)),
            `${each(ofTimeline(run), run.events)} B`,
            snapshotWords(run),
          ]),
          ...report.runs
            .filter((run) => run.blocks > 0)
            .map((run) => [
              `the blocks of ${columns[run.column]?.title}, for map and search`,
              held(run.blocks),
              `${each(run.blocks)} B`,
              '',
            ]),
        ]}
      />
      {report.runs.length > 0 && (
        <BudgetForm
          key={report.runs[0].budget}
          mib={report.runs[0].budget / 2 ** 20}
          onSet={() => setAsked((n) => n + 1)}
        />
      )}
    </Panel>
  );
}

const ofTimeline = ({ timeline, lives }: RunMemory): number => timeline + lives;
const held = (all: number) => <span title={exactBytes(all)}>{bytes(all)}</span>;

function snapshotWords({
  snapshots,
  budget,
  snapshotCount,
  lastSnapshot,
  thinned,
  events,
}: RunMemory): string {
  const held = `${bytes(snapshots)} of ${bytes(budget)}`;
  if (snapshotCount === 0) return `${held}: none fits; every seek replays from the start`;
  const each = count(Math.max(1, (lastSnapshot + 1) / snapshotCount));
  const behind =
    thinned && lastSnapshot < events * 0.9 ? `; none fits behind event ${count(lastSnapshot + 1)}` : '';
  return `${held}: ${count(snapshotCount)}, one every ${each} events${behind}`;
}

function BudgetForm({ mib, onSet }: { readonly mib: number; readonly onSet: () => void }) {
  const [text, setText] = useState(String(Math.round(mib)));
  const wanted = parseBudget(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== null) void setBudget(wanted).then(onSet);
  };
  return (
    <form className="trace-tools" aria-label="Budget of snapshots" onSubmit={submit}>
      <label>
        Snapshots of each run may take{' '}
        <input
          inputMode="numeric"
          size={6}
          value={text}
          aria-invalid={wanted === null}
          onChange={(event) => setText(event.target.value)}
        />{' '}
        MiB
      </label>
      <button type="submit" className="button" disabled={wanted === null || wanted === mib}>
        Set
      </button>
      <span className="hint" role="status">
        {wanted === null
          ? `A whole number of MiB from 0 to ${count(MOST_MIB)}.`
          : 'Fewer snapshots make every step back in time replay more. A larger budget counts from the next run on.'}
      </span>
    </form>
  );
}
