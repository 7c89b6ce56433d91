import { Fragment } from 'react';
import type { Report } from '../../../src/models/report';
import { BumpChart } from '../../charts/bump-chart';
import { ChartFrame } from '../../charts/chart-frame';
import { csvText } from '../../charts/export';
import { NumbersTable } from '../../charts/numbers-table';
import { figure } from '../../format';
import type { ProgramResult } from '../../state/models';
import { ranksOf } from './ranks';

type RankedMetric = 'cpu' | 'efficiency';

const metrics: Readonly<Record<RankedMetric, { readonly title: string; readonly best: 'low' | 'high' }>> = {
  cpu: { title: 'Instructions an object, least first', best: 'low' },
  efficiency: { title: 'Memory efficiency, greatest first', best: 'high' },
};

interface Props {
  readonly result: ProgramResult;
  readonly report: Report;
  readonly metric: RankedMetric;
}

/** Rank order of the allocators: under the program, and under each model of it. */
export function RankChart({ result, report, metric }: Props) {
  const { title, best } = metrics[metric];
  // Models whose first trial is still to come have no rank yet.
  const models = result.models.filter((_, at) => report.models[at].figures.length > 0);
  if (models.length === 0) return null;
  const { allocators, columns } = valuesOf(report, metric);
  const names = ['actual', ...models.map((model) => model.title)];
  const ranks = columns.map((column) => ranksOf(column, best));
  const kept = ranks.slice(1).filter((column) => column.every((rank, i) => rank === ranks[0][i])).length;
  const lines = allocators.map((name, i) => ({ name, series: i, ranks: ranks.map((column) => column[i]) }));
  return (
    <ChartFrame
      name={result.name}
      title={title}
      csv={() =>
        csvText(
          ['allocator', ...names],
          allocators.map((name, i) => [name, ...columns.map((column) => column[i])]),
        )
      }
      legend={
        <p className="hint">
          {kept} of {models.length} models rank the four as the program does; in the report all did.
        </p>
      }
      chart={(width) => (
        <BumpChart columns={names} lines={lines} width={width} label={`${title}: ranks by model`} />
      )}
      table={
        <NumbersTable
          caption={title}
          heading={['allocator', ...names]}
          rows={allocators.map((allocator, i) => [
            allocator,
            ...columns.map((column, at) => (
              <Fragment key={names[at]}>
                {shown(column[i])} <small>{ranks[at][i] ?? ''}</small>
              </Fragment>
            )),
          ])}
        />
      }
    />
  );
}

const shown = (value: number | null): string => (value === null ? 'ran out' : figure(value));

/** By column (the program, then each model) the allocators' figures. */
function valuesOf({ models }: Report, metric: RankedMetric) {
  const figures = models
    .map((model) => model.figures.filter((one) => one.metric === metric))
    .filter((all) => all.length > 0);
  const allocators = figures[0].map(({ allocator }) => allocator ?? '');
  return {
    allocators,
    columns: [figures[0].map(({ actual }) => actual), ...figures.map((all) => all.map(({ mean }) => mean))],
  };
}
