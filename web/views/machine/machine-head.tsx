import './head.css';
import { useState } from 'react';
import { MACHINES } from '../../../src/machine/presets';
import { IconButton } from '../../controls/icon-button';
import { count } from '../../format';
import { setAllocator, setMachine, setWorkload } from '../../state/document';
import { cancelMachine, machineIn, rerun, useMachine } from '../../state/machine';
import { offerFile } from '../../state/session';
import { useLab } from '../../state/store';
import { useColumns } from '../../state/use-columns';
import { AllocatorChooser } from '../allocator/allocator-chooser';
import { MachineEditor } from './machine-editor';
import { programs } from './programs';

/** Threads of a program that is chosen here, where the machine has as many processors. */
const THREADS = 8;
const EDITED = ' edited';
const OPEN = ' open';

/** What runs on what, and the numbers that matter first. */
export function MachineHead() {
  const [editing, setEditing] = useState(false);
  const columns = useColumns();
  const active = useLab((state) => state.active);
  const experiment = useLab((state) => state.experiment);
  const machine = machineIn(experiment);
  const { workload } = experiment;
  const program =
    workload.kind === 'script' ? programs.find(({ title }) => title === workload.name) : undefined;
  const threadsOf = (most: number) => Math.min(THREADS, most);
  return (
    <section className="panel" aria-label="Run">
      <div className="machine-choices">
        <div className="choice">
          <span>allocator</span>
          <AllocatorChooser
            id={experiment.allocators[active].id}
            label="Allocator on the machine"
            onChange={(id) => setAllocator(active, { id, params: {} })}
            onFile={(file) => void offerFile(file)}
          />
        </div>
        {columns.length > 1 && (
          <label>
            <span>column</span>
            <select
              value={active}
              aria-label="Column of the lab"
              onChange={({ target }) => useLab.setState({ active: Number(target.value) as typeof active })}
            >
              {columns.map(({ column, title }) => (
                <option key={column} value={column}>
                  {column + 1}: {title}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          <span>program</span>
          <select
            value={program?.id ?? OPEN}
            aria-label="Program"
            onChange={({ target }) => {
              const chosen = programs.find(({ id }) => id === target.value);
              const most = MACHINES.find(({ id }) => id === machine)?.document.processors ?? THREADS;
              if (chosen)
                setWorkload(
                  { kind: 'script', name: chosen.title, source: chosen.source(threadsOf(most)) },
                  0,
                );
            }}
          >
            <option value={OPEN}>
              {program ? 'another trace: Open trace…' : `the open trace: ${workload.name}`}
            </option>
            {programs.map(({ id, title }) => (
              <option key={id} value={id}>
                Kumar: {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>machine</span>
          <select
            value={typeof machine === 'string' ? machine : EDITED}
            aria-label="Machine"
            onChange={({ target }) => setMachine(target.value)}
          >
            {typeof machine !== 'string' && <option value={EDITED}>edited machine</option>}
            {MACHINES.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <IconButton icon="tune" label="Edit the machine" onClick={() => setEditing(true)} />
      </div>
      <Status />
      <Figures />
      <Remarks />
      {editing && <MachineEditor onClose={() => setEditing(false)} />}
    </section>
  );
}

function Status() {
  const run = useMachine((state) => state.run);
  if (run.kind === 'running')
    return (
      <div className="job" role="status">
        <span>{run.progress?.task ?? 'building the machine'}</span>
        <progress
          aria-label="Running on the machine"
          max={run.progress?.total ?? undefined}
          value={run.progress?.total ? run.progress.done : undefined}
        />
        <button type="button" className="button small" onClick={() => void cancelMachine()}>
          Cancel
        </button>
      </div>
    );
  if (run.kind === 'failed')
    return (
      <div className="machine-failed" role="alert">
        <strong>No run on this machine.</strong> {run.message}{' '}
        <button type="button" className="button small" onClick={rerun}>
          Try again
        </button>
      </div>
    );
  return null;
}

/** What the run did otherwise than a reader may expect. */
function Remarks() {
  const info = useMachine((state) => (state.run.kind === 'ready' ? state.run.info : null));
  if (info === null) return null;
  const { doubled, stuckAt, failures } = info.result;
  const remarks = [
    doubled > 0 &&
      `The program has ${info.processors + doubled} threads and the machine ${info.processors} processors: thread T runs on P = T mod ${info.processors}.`,
    stuckAt !== null &&
      `It could not go on: event ${count(stuckAt)} of the trace waits for what never comes.`,
    failures > 0 && `${count(failures)} requests were refused by the allocator.`,
  ].filter((remark) => remark !== false);
  if (remarks.length === 0) return null;
  return (
    <ul className="machine-remarks hint">
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly title: string;
}

function Figure({ name, value, title }: FigureProps) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const short = (value: number): string => (value < 100_000 ? count(value) : compact.format(value));
const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`;

/** Counts up to the cursor, all processors together. */
function Figures() {
  const figures = useMachine((state) => state.moment?.figures ?? null);
  const info = useMachine((state) => (state.run.kind === 'ready' ? state.run.info : null));
  if (figures === null || info === null)
    return (
      <dl className="machine-figures" aria-busy="true">
        <Figure name="accesses" value="–" title="Nothing has run yet" />
      </dl>
    );
  const { levels, accesses, invalidated, falselyInvalidated, lockWaits, lockWaited, lockCalls } = figures;
  return (
    <dl className="machine-figures" aria-label="Counts up to the cursor, all processors together">
      <Figure name="accesses" value={short(accesses)} title={`${count(accesses)} lines touched so far`} />
      {levels.map((level) => (
        <Figure
          key={level.name}
          name={`hit ratio ${level.name}`}
          value={share(level.hits, level.accesses)}
          title={`${count(level.hits)} hits of ${count(level.accesses)} accesses that came to ${level.name}`}
        />
      ))}
      <Figure
        name="invalidated"
        value={short(invalidated)}
        title={`${count(invalidated)} lines were lost to a writer on another processor`}
      />
      <Figure
        name="false sharing"
        value={short(falselyInvalidated)}
        title={`${count(falselyInvalidated)} of the invalidations: the writer touched other bytes of the line than were used here`}
      />
      <Figure
        name="lock waits"
        value={short(lockWaits)}
        title={`${count(lockWaits)} of ${count(lockCalls)} times a lock was taken it had to be waited for, ${count(lockWaited)} cycles together`}
      />
      {figures.tlbAccesses > 0 && (
        <Figure
          name="page walks"
          value={short(figures.tlbWalks)}
          title={`${count(figures.tlbWalks)} of ${count(figures.tlbAccesses)} look-ups found their page in no TLB`}
        />
      )}
    </dl>
  );
}
