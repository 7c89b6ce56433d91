import { type FormEvent, useEffect, useState } from 'react';
import type { MemoryReport, RunMemory } from '../../../src/worker/api';
import { Panel } from '../../controls/panel';
import { ScrollArea } from '../../controls/scroll-area';
import { bytes, count, exactBytes, number } from '../../format';
import { Newest } from '../../state/newest';
import { MOST_MIB, parseBudget, setBudget } from '../../state/snapshot-budget';
import { useLab } from '../../state/store';
import { useColumns } from '../../state/use-columns';
import { lab } from '../../state/worker';

/** What the open trace and its runs hold in the browser's memory, and how much of it snapshots may take. */
export function MemoryView() {
  const runs = useLab((state) => state.runs);
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
  const each = (held: number) => number(held / Math.max(1, report.events));
  const shared = report.trace + report.links;
  return (
    <Panel
      title="Memory in this browser"
      className="wide"
      note={report.runs.map((run) => `${each(shared + ofTimeline(run))} B an event`).join(' · ')}
    >
      <ScrollArea className="table-frame" label="What the trace and its runs hold in this browser">
        <table className="figures-table num memory">
          <thead>
            <tr>
              <th scope="col">held for</th>
              <th scope="col">bytes</th>
              <th scope="col">an event</th>
              <th scope="col">snapshots</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">the trace and its links</th>
              <td title={exactBytes(shared)}>{bytes(shared)}</td>
              <td>{each(shared)} B</td>
              <td />
            </tr>
            {report.runs.map((run) => (
              <tr key={run.column}>
                <th scope="row">the timeline of {columns[run.column]?.title}</th>
                <td title={exactBytes(ofTimeline(run))}>{bytes(ofTimeline(run))}</td>
                <td>{each(ofTimeline(run))} B</td>
                <td>{snapshotWords(run)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
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
