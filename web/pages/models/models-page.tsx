import './models-page.css';
import { useEffect } from 'react';
import { NumberField } from '../../controls/number-field';
import { Segments } from '../../controls/segments';
import { count } from '../../format';
import {
  cancelModels,
  chooseResult,
  chooseTime,
  chooseTrials,
  fitAtOnce,
  fitModels,
  fitPrograms,
  useModels,
} from '../../state/models';
import { eventsOf, useLab } from '../../state/store';
import { RunProgress } from '../run-progress';
import { Comparison } from './comparison';
import { ProgramsTable } from './programs-table';

const MOST_TRIALS = 100;

/** Zorn and Grunwald's five models, fitted to the lab's trace or to the report's programs, and held against them. */
export default function ModelsPage() {
  const { time, trials, running, progress, ended, results, chosen, of } = useModels();
  const workload = useLab((state) => state.experiment.workload);
  const events = useLab(eventsOf);
  // Once, when the trace is there: what was cancelled or done stays as it is.
  useEffect(() => {
    if (events > 0) fitAtOnce();
  }, [events]);
  const result = results[Math.min(chosen, results.length - 1)];
  const isSet = of === null && results.length > 0;
  return (
    <div className="models">
      <section className="panel models-head" aria-labelledby="models-title">
        <h2 id="models-title">
          How well do five models stand for {isSet ? 'the report’s programs' : workload.name}?
        </h2>
        <p className="hint">
          Zorn and Grunwald (CU-CS-603-92, 1992): a program’s allocations and frees summarised in a few words
          or many, and told again from a seed. The models are fitted to the trace that is open in the lab, or
          to the recordings that stand for the report’s own programs; drop or open another trace to compare
          that one.
        </p>
        <div className="models-tools">
          <span>Time in</span>
          <Segments
            label="Time is measured in"
            options={[
              { value: 'ticks', title: 'ticks of the trace' },
              { value: 'events', title: 'events' },
            ]}
            chosen={time}
            onChoose={chooseTime}
          />
          <NumberField
            label="Trials a model"
            value={trials}
            min={1}
            max={MOST_TRIALS}
            onChange={chooseTrials}
          />
          {running ? (
            <button type="button" className="button" onClick={cancelModels}>
              Cancel
            </button>
          ) : (
            <>
              <button
                type="button"
                className="button primary"
                disabled={events === 0}
                onClick={() => void fitModels()}
              >
                Fit to {count(events)} events
              </button>
              <button type="button" className="button" onClick={() => void fitPrograms()}>
                Fit to the report’s programs
              </button>
            </>
          )}
        </div>
        {running && <RunProgress progress={progress} />}
        {ended !== null && (
          <p className="failed" role="alert">
            The comparison ended: {ended}
            {result?.figures ? '. What was done by then stands below.' : ''}
          </p>
        )}
        {result !== undefined && of !== null && of !== workload && (
          <p className="failed">
            What follows is of {result.name}: fit again for the trace that is open now.
          </p>
        )}
      </section>
      {isSet && (
        <>
          <ProgramsTable results={results} />
          <div>
            <Segments
              label="Program"
              options={results.map(({ name }, value) => ({ value, title: name }))}
              chosen={Math.min(chosen, results.length - 1)}
              onChoose={chooseResult}
            />
          </div>
        </>
      )}
      {result !== undefined && <Comparison result={result} />}
    </div>
  );
}
