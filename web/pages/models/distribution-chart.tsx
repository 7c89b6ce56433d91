import { useMemo } from 'react';
import type { Cumulative } from '../../../src/models/picture';
import type { Distributions } from '../../../src/worker/models-api';
import type { Curve } from '../../charts/curve';
import { CurveChart } from '../../charts/curve-chart';
import { csvText } from '../../charts/export';
import { NumbersTable } from '../../charts/numbers-table';
import { figure } from '../../format';
import type { ProgramResult } from '../../state/models';
import { ACTUAL, modelCurve } from './colours';

interface Props {
  readonly result: ProgramResult;
  readonly of: keyof Distributions;
  readonly title: string;
  readonly unit: string;
}

const HEIGHT = 230;
/** Shares at which the table reads the distributions off. */
const SHARES = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1] as const;

interface Named {
  readonly curve: Pick<Curve, 'name' | 'series' | 'source'>;
  readonly distribution: Cumulative;
}

/** Distribution functions of the program and of the models, overlaid. */
export function DistributionChart({ result, of, title, unit }: Props) {
  const all = useMemo((): readonly Named[] => {
    const models = result.models.flatMap((model, at) =>
      model.distributions === null
        ? []
        : [{ curve: modelCurve(model, at), distribution: model.distributions[of] }],
    );
    return [{ curve: ACTUAL, distribution: result.distributions[of] }, ...models];
  }, [result.models, result.distributions, of]);
  const wide = useMemo(() => spansDecades(all[0].distribution), [all]);
  const curves = useMemo(() => all.map((each) => curveOf(each, wide)), [all, wide]);
  return (
    <CurveChart
      name={result.name}
      title={title}
      csv={() =>
        csvText(
          ['curve', unit, 'share at most'],
          all.flatMap(({ curve, distribution }) =>
            Array.from(distribution.x, (x, i) => [curve.name, x, distribution.share[i]]),
          ),
        )
      }
      curves={curves}
      height={HEIGHT}
      xFormat={millions}
      xTitle={wide ? `${unit}, from 1` : unit}
      yTitle="share of the objects at most so large"
      label={`Distribution of ${title.toLowerCase()}, actual and models; the table below has its quantiles`}
      logX={wide}
      logY={false}
      table={<Quantiles title={title} unit={unit} all={all} />}
    />
  );
}

/** `100 M` for what would not fit under its tick. */
const millions = (value: number): string => (value >= 1e6 ? `${figure(value / 1e6)} M` : figure(value));

/** Whether a distribution is so wide that all but its largest values would stand in one line on a linear axis. */
function spansDecades(distribution: Cumulative): boolean {
  return quantile(distribution, 1) > 50 * Math.max(1, quantile(distribution, 0.1));
}

function curveOf({ curve, distribution: { x, share } }: Named, wide: boolean): Curve {
  const points = Array.from(x, (at, i) => ({ x: at, y: share[i] })).filter((point) => !wide || point.x >= 1);
  return { ...curve, points, steps: true, marks: false };
}

function quantile({ x, share }: Cumulative, wanted: number): number {
  const at = share.findIndex((each) => each >= wanted - 1e-12);
  return x[at < 0 ? x.length - 1 : at];
}

interface QuantilesProps {
  readonly title: string;
  readonly unit: string;
  readonly all: readonly Named[];
}

function Quantiles({ title, unit, all }: QuantilesProps) {
  return (
    <NumbersTable
      label={`Quantiles of ${title.toLowerCase()}`}
      caption={`${title}, ${unit}: the share of objects on the left is at most so large`}
      heading={['share', ...all.map(({ curve }) => curve.name)]}
      rows={SHARES.map((share) => [
        `${share * 100} %`,
        ...all.map(({ distribution }) => figure(quantile(distribution, share))),
      ])}
    />
  );
}
