import './models-page.css';
import { Segments } from '../../controls/segments';
import { count } from '../../format';
import { cancelModels, chooseTime, chooseTrials, fitModels, useModels } from '../../state/models';
import { eventsOf, useLab } from '../../state/store';
import { RunProgress } from '../run-progress';
import { Comparison } from './comparison';

const MOST_TRIALS = 100;

/** Zorn and Grunwald's five models, fitted to the lab's trace and held against it. */
export default function ModelsPage() {
  const { time, trials, run, of } = useModels();
  const workload = useLab((state) => state.experiment.workload);
  const events = useLab(eventsOf);
  const result = run.kind === 'done' ? run.result : run.kind === 'running' ? run.partial : null;
  return (
    <div className="models">
      <section className="panel models-head" aria-labelledby="models-title">
        <h2 id="models-title">How well do five models stand for {workload.name}?</h2>
        <p className="hint">
          Zorn and Grunwald (CU-CS-603-92, 1992): a program’s allocations and frees summarised in a few words
          or many, and told again from a seed. The models are fitted to the trace that is open in the lab;
          drop or open another to compare that one.
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
          <label>
            Trials a model{' '}
            <input
              className="num trials"
              type="number"
              min={1}
              max={MOST_TRIALS}
              value={trials}
              onChange={({ target: { valueAsNumber: value } }) => {
                if (Number.isInteger(value) && value >= 1 && value <= MOST_TRIALS) chooseTrials(value);
              }}
            />
          </label>
          {run.kind === 'running' ? (
            <button type="button" className="button" onClick={cancelModels}>
              Cancel
            </button>
          ) : (
            <button
              type="button"
              className="button primary"
              disabled={events === 0}
              onClick={() => void fitModels()}
            >
              Fit to {count(events)} events
            </button>
          )}
        </div>
        {run.kind === 'running' && <RunProgress progress={run.progress} />}
        {run.kind === 'failed' && (
          <p className="failed" role="alert">
            The comparison ended: {run.message}
          </p>
        )}
        {result !== null && of !== workload && (
          <p className="failed">
            What follows is of {result.report.name}: fit again for the trace that is open now.
          </p>
        )}
      </section>
      {result !== null && result.models.length > 0 && <Comparison result={result} />}
    </div>
  );
}
