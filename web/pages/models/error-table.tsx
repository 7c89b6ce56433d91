import type { Report, ReportedFigure } from '../../../src/models/report';
import type { ModelsResult } from '../../../src/worker/models-api';
import { csvText, download } from '../../charts/export';
import { ScrollArea } from '../../controls/scroll-area';
import { count, figure } from '../../format';

const names: Readonly<Record<string, string>> = {
  bytes: 'total bytes',
  objects: 'total objects',
  maxBytes: 'most bytes live',
  maxObjects: 'most objects live',
  cpu: 'instructions an object',
  efficiency: 'memory efficiency',
};

const nameOf = ({ metric, allocator }: ReportedFigure): string =>
  `${names[metric] ?? metric}${allocator === null ? '' : `, ${allocator}`}`;

/** Bounds of the tints, as shares of the program's figure. */
const TINTS = [0.05, 0.2, 0.5] as const;

const tint = (error: number | null): number | undefined =>
  error === null ? undefined : TINTS.filter((bound) => Math.abs(error) > bound).length;

/** Relative errors of all figures by model, tinted by how large they are. */
export function ErrorTable({ result: { report, models } }: { readonly result: ModelsResult }) {
  const csv = () =>
    csvText(
      ['figure', 'actual', 'model', 'mean', '90 % from', 'to', 'relative error'],
      report.models.flatMap(({ model, figures }) =>
        figures.map((one) => [
          nameOf(one),
          one.actual,
          model,
          one.mean,
          one.low,
          one.high,
          one.relativeError,
        ]),
      ),
    );
  return (
    <>
      <p className="hint">
        Mean of {count(report.models[0].trials)} trials against the program, with how far off it is.{' '}
        {failures(report)}
        <button
          type="button"
          className="inline"
          onClick={() => download(`${report.name}-errors.csv`, 'text/csv', csv())}
        >
          CSV
        </button>
      </p>
      <ScrollArea className="table-frame errors" label="Errors of the models">
        <table className="figures-table num">
          <thead>
            <tr>
              <th scope="col">figure</th>
              <th scope="col">actual</th>
              {models.map(({ id, title }) => (
                <th key={id} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">words</th>
              <td>–</td>
              {report.models.map(({ model, words }) => (
                <td key={model}>{count(words)}</td>
              ))}
            </tr>
            {report.models[0].figures.map((first, at) => (
              <tr key={nameOf(first)}>
                <th scope="row">{nameOf(first)}</th>
                <td>{first.actual === null ? 'ran out' : figure(first.actual)}</td>
                {report.models.map(({ model, figures }) => (
                  <ErrorCell key={model} one={figures[at]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </>
  );
}

function ErrorCell({ one: { mean, low, high, relativeError } }: { readonly one: ReportedFigure }) {
  const signed = relativeError === null ? '' : `${(relativeError * 100).toFixed(1)} %`;
  return (
    <td data-tint={tint(relativeError)} title={`90 % interval: ${figure(low)} to ${figure(high)}`}>
      {figure(mean)} <small>{signed}</small>
    </td>
  );
}

function failures({ models }: Report): string {
  const failed = models.filter((model) => model.failed > 0);
  if (failed.length === 0) return '';
  const words = failed.map(({ model, failed: some, trials }) => `${model} in ${some} of ${trials}`);
  return `Ran out of memory, and counts as zero there as in the report: ${words.join(', ')}. `;
}
