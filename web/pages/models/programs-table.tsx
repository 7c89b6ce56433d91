import { MODELS, TABLE_11, TABLE_14 } from '../../../src/experiment/catalogue/zorn-published';
import type { ReportedModel } from '../../../src/models/report';
import { mean } from '../../../src/models/statistics';
import { ChartFrame } from '../../charts/chart-frame';
import { ErrorKey } from '../../charts/error-key';
import { csvText } from '../../charts/export';
import { errorTint } from '../../charts/tints';
import { ScrollArea } from '../../controls/scroll-area';
import type { ProgramResult } from '../../state/models';

const metrics = [
  { metric: 'cpu', title: 'instructions an object', published: TABLE_11.models, table: 'Table 11' },
  { metric: 'efficiency', title: 'memory efficiency', published: TABLE_14.models, table: 'Table 14' },
] as const;

interface Row {
  readonly name: string;
  readonly errors: readonly (number | null)[];
}

/** Average errors of the models over the allocators, a program a row, with the report's averages. */
export function ProgramsTable({ results }: { readonly results: readonly ProgramResult[] }) {
  const tables = metrics.map((one) => ({ ...one, rows: rowsOf(results, one) }));
  return (
    <section className="panel models-part" aria-labelledby="models-programs">
      <h3 id="models-programs">The report’s programs: average relative errors over its four allocators</h3>
      <ChartFrame
        name="programs"
        title="Average errors by program and model"
        csv={() =>
          csvText(
            ['figure', 'program', ...MODELS],
            tables.flatMap(({ title, rows }) => rows.map(({ name, errors }) => [title, name, ...errors])),
          )
        }
        legend={<ErrorKey />}
        chart={() => (
          <div className="models-grid">
            {tables.map(({ metric, title, rows }) => (
              <ScrollArea key={metric} className="table-frame errors" label={`Errors in ${title}`}>
                <table className="figures-table num in-file">
                  <thead>
                    <tr>
                      <th scope="col">{title}</th>
                      {MODELS.map((model) => (
                        <th key={model} scope="col">
                          {model}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map(({ name, errors }) => (
                      <tr key={name}>
                        <th scope="row">{name}</th>
                        {errors.map((error, at) => (
                          <td key={MODELS[at]} data-tint={errorTint(error)}>
                            {error === null ? '…' : error.toFixed(3)}
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </ScrollArea>
            ))}
          </div>
        )}
      />
    </section>
  );
}

const average = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value) => typeof value === 'number');
  return known.length > 0 ? mean(known) : null;
};

/** Mean error of a model over the allocators; null while there is none. */
const errorOf = (model: ReportedModel | undefined, metric: string): number | null =>
  average(model?.figures.filter((one) => one.metric === metric).map((one) => one.relativeError) ?? []);

function rowsOf(
  results: readonly ProgramResult[],
  { metric, published, table }: (typeof metrics)[number],
): readonly Row[] {
  const own = results.map(({ name, figures }) => ({
    name,
    errors: MODELS.map((_, at) => errorOf(figures?.report.models[at], metric)),
  }));
  return [
    ...own,
    {
      name: `mean of ${results.length}`,
      errors: MODELS.map((_, at) => average(own.map(({ errors }) => errors[at]))),
    },
    { name: `the report, mean of 6 (${table})`, errors: published },
  ];
}
