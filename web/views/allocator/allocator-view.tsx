import './allocator.css';
import { lazy, Suspense, useState } from 'react';
import type { Column } from '../../../src/worker/api';
import { IconButton } from '../../controls/icon-button';
import { configOf } from '../../state/allocators';
import { addAllocator, removeAllocator, setAllocator } from '../../state/document';
import { offerModule } from '../../state/session';
import { useLab } from '../../state/store';
import { useColumns } from '../../state/use-columns';
import { AllocatorChooser } from './allocator-chooser';
import { KeyFigures } from './key-figures';
import { RunStatus } from './run-status';

/** Fetched when it is first opened. */
const Parameters = lazy(() => import('./parameters'));

/** Which allocator stands in a column, its parameters, and the four figures that matter first. */
export function AllocatorView({ column }: { readonly column: Column }) {
  const config = useLab((state) => state.experiment.allocators[column]);
  const columns = useColumns();
  const [tuning, setTuning] = useState(false);
  const descriptor = columns[column]?.descriptor;
  const parameters = descriptor?.parameters ?? [];
  return (
    <section className="panel allocator" aria-label={descriptor?.title ?? config.id}>
      <header>
        <span className="swatch" data-column={column} aria-hidden="true" />
        <AllocatorChooser
          id={config.id}
          label={`Allocator of column ${column + 1}`}
          onChange={(id) => setAllocator(column, configOf(useLab.getState(), id))}
          onFile={(file) => void offerModule(file, column)}
        />
        <div className="note">
          {descriptor && [descriptor.kind, descriptor.about, descriptor.source].filter(Boolean).join(' · ')}
        </div>
        <div className="tools">
          {parameters.length > 0 && (
            <IconButton
              icon="tune"
              label={`Parameters of ${descriptor?.title}`}
              pressed={tuning}
              onClick={() => setTuning(!tuning)}
            />
          )}
          {columns.length < 3 && column === columns.length - 1 && (
            <IconButton
              icon="plus"
              label="Compare another allocator"
              onClick={() => addAllocator(another())}
            />
          )}
          {columns.length > 1 && (
            <IconButton
              icon="close"
              label={`Remove ${descriptor?.title ?? config.id}`}
              onClick={() => removeAllocator(column)}
            />
          )}
        </div>
      </header>
      <Suspense>
        {tuning && parameters.length > 0 && (
          <Parameters column={column} config={config} parameters={parameters} />
        )}
      </Suspense>
      <RunStatus column={column} />
      <KeyFigures column={column} />
    </section>
  );
}

/** The first of a few usual allocators that is not there yet. */
function another() {
  const there = new Set(useLab.getState().experiment.allocators.map(({ id }) => id));
  const id = ['sysv', 'bsd', 'dlmalloc', 'first'].find((one) => !there.has(one)) ?? 'sysv';
  return { id, params: {} };
}
