import type { Report, ReportedFigure } from '../../../src/models/report';
import { ChartFrame } from '../../charts/chart-frame';
import { ErrorKey } from '../../charts/error-key';
import { csvText } from '../../charts/export';
import { errorTint } from '../../charts/tints';
import { ScrollArea } from '../../controls/scroll-area';
import { count, figure } from '../../format';
import type { ProgramResult } from '../../state/models';

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

interface Props {
  readonly result: ProgramResult;
  readonly report: Report;
}

/** Relative errors of all figures by model, tinted by how large they are. */
export function ErrorTable({ result, report }: Props) {
  // The first model that has figures names them.
  const known = report.models.find(({ figures }) => figures.length > 0);
  if (!known) return null;
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
    <ChartFrame
      name={result.name}
      title="Relative errors by model"
      csv={csv}
      legend={
        <>
          <p className="hint">
            {trialsTold(report)} against the program, with how far off it is. {failures(report)}
          </p>
          <ErrorKey />
        </>
      }
      chart={() => (
        <ScrollArea className="table-frame errors" label="Errors of the models">
          <table className="figures-table num in-file">
            <thead>
              <tr>
                <th scope="col">figure</th>
                <th scope="col">actual</th>
                {result.models.map(({ id, title }) => (
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
              {known.figures.map((first, at) => (
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
      )}
    />
  );
}

function ErrorCell({ one }: { readonly one: ReportedFigure | undefined }) {
  if (!one) return <td>…</td>;
  const { mean, low, high, relativeError } = one;
  const told = relativeError === null ? '' : `${(relativeError * 100).toFixed(1)} %`;
  return (
    <td data-tint={errorTint(relativeError)} title={`90 % interval: ${figure(low)} to ${figure(high)}`}>
      {figure(mean)} <small>{told}</small>
    </td>
  );
}

/** "Mean of 10 trials", or of as many as are done of each model. */
function trialsTold({ models }: Report): string {
  const trials = models.map((model) => model.trials);
  const [fewest, most] = [Math.min(...trials), Math.max(...trials)];
  return fewest === most ? `Mean of ${count(most)} trials` : `Mean of ${fewest} to ${most} trials so far`;
}

function failures({ models }: Report): string {
  const failed = models.filter((model) => model.failed > 0);
  if (failed.length === 0) return '';
  const words = failed.map(({ model, failed: some, trials }) => `${model} in ${some} of ${trials}`);
  return `Ran out of memory, and counts as zero there as in the report: ${words.join(', ')}.`;
}
