import { useMemo, useState } from 'react';
import type { ModelId } from '../../../src/models/model';
import type { ModelsFigures } from '../../../src/worker/models-api';
import type { Curve } from '../../charts/curve';
import { CurveChart } from '../../charts/curve-chart';
import { csvText } from '../../charts/export';
import { NumbersTable } from '../../charts/numbers-table';
import { Segments } from '../../controls/segments';
import { axisBytes, figure } from '../../format';
import type { ProgramResult } from '../../state/models';
import { ACTUAL, modelCurve } from './colours';

const HEIGHT = 260;
/** Every so manyth point stands in the table; the CSV has all. */
const TABLE_STEP = 10;

interface Props {
  readonly result: ProgramResult;
  readonly live: ModelsFigures['live'];
}

/** Live bytes of the program, and of a model's trials as mean and 90% interval. */
export function LiveChart({ result, live }: Props) {
  const [chosen, choose] = useState<ModelId>('cdf');
  const at = Math.max(
    0,
    result.models.findIndex(({ id }) => id === chosen),
  );
  const model = result.models[at];
  const told = live.models[at];
  const { duration, name, clock } = result;
  const curves = useMemo((): readonly Curve[] => {
    const x = (i: number) => duration * live.x[i];
    const points = (values: readonly number[]) => Array.from(values, (y, i) => ({ x: x(i), y }));
    const { mean, low, high } = told;
    const band = Array.from(low, (value, i) => ({ x: x(i), low: Math.max(0, value), high: high[i] }));
    const modelled = { ...modelCurve(model, at), points: points(mean), band, marks: false };
    const actual = { ...ACTUAL, points: points(live.actual), marks: false };
    return mean.length > 0 ? [actual, modelled] : [actual];
  }, [duration, live, told, model, at]);
  const axis = clock === 'ns' && duration > 1e6 ? { unit: 'ms', ticks: 1e6 } : { unit: clock, ticks: 1 };
  const rows = Array.from(live.actual, (value, i) => [
    Math.round(duration * live.x[i]),
    value,
    told.mean[i] ?? null,
    told.low[i] ?? null,
    told.high[i] ?? null,
  ]);
  const heading = [clock, 'actual', model.title, '90 % from', 'to'];
  return (
    <>
      <Segments
        label="Model"
        options={result.models.map(({ id, title }) => ({ value: id, title }))}
        chosen={model.id}
        onChoose={choose}
      />
      <CurveChart
        name={name}
        title={`Live bytes, actual and ${model.title}`}
        csv={() => csvText(heading, rows)}
        curves={curves}
        height={HEIGHT}
        xTitle={axis.unit}
        xFormat={(time) => figure(time / axis.ticks)}
        yTitle="live bytes"
        label={`Live bytes over time, actual and model ${model.title} with its 90 % interval`}
        logX={false}
        logY={false}
        binary
        yFormat={axisBytes}
        table={
          <NumbersTable
            label="Live bytes over time"
            caption="Live bytes; shaded: the 90 % interval of the mean over the trials"
            heading={heading}
            rows={rows
              .filter((_, i) => i % TABLE_STEP === TABLE_STEP - 1)
              .map((row) => row.map((value) => (value === null ? '–' : figure(value))))}
          />
        }
      />
    </>
  );
}
