import { count } from '../../format';
import type { ProgramResult } from '../../state/models';
import { DistributionChart } from './distribution-chart';
import { ErrorTable } from './error-table';
import { Generate } from './generate';
import { LiveChart } from './live-chart';
import { RankChart } from './rank-chart';
import { TransitionMap } from './transition-map';

/** Everything that a comparison shows, as far as it is done. */
export function Comparison({ result }: { readonly result: ProgramResult }) {
  const { name, clock, objects, leftOut, figures } = result;
  return (
    <>
      {leftOut > 0 && (
        <p className="hint">
          {count(objects)} objects; {count(leftOut)} events have no part in a model: a realloc’s object keeps
          the size it was born with, as in the report (§4.1).
        </p>
      )}
      <section className="panel models-part" aria-labelledby="models-distributions">
        <h3 id="models-distributions">Distributions: the program’s, and each model’s first trial</h3>
        <div className="models-grid">
          <DistributionChart result={result} of="size" title="Size" unit="bytes" />
          <DistributionChart result={result} of="holding" title="Holding time" unit={clock} />
          <DistributionChart result={result} of="interarrival" title="Interarrival time" unit={clock} />
        </div>
      </section>
      {figures && (
        <>
          <section className="panel models-part" aria-labelledby="models-live">
            <h3 id="models-live">Live bytes over time</h3>
            <LiveChart result={result} live={figures.live} />
          </section>
          <section className="panel models-part" aria-labelledby="models-errors">
            <h3 id="models-errors">How far off the program</h3>
            <ErrorTable result={result} report={figures.report} />
          </section>
          <section className="panel models-part" aria-labelledby="models-ranks">
            <h3 id="models-ranks">Do the models rank the allocators as the program does?</h3>
            <div className="models-grid">
              <RankChart result={result} report={figures.report} metric="cpu" />
              <RankChart result={result} report={figures.report} metric="efficiency" />
            </div>
          </section>
        </>
      )}
      <section className="panel models-part" aria-labelledby="models-transitions">
        <h3 id="models-transitions">Which size comes after which</h3>
        <TransitionMap name={name} transitions={result.transitions} />
      </section>
      <Generate result={result} />
    </>
  );
}
