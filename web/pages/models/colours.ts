import type { FittedModel } from '../../../src/worker/models-api';
import type { Curve } from '../../charts/curve';

/** Place of the program itself in the palette of series; the models follow. */
export const ACTUAL_SERIES = 0;

/** The program's curve is solid, those of the models are dashed: they stand for it. */
export const ACTUAL: Pick<Curve, 'name' | 'series' | 'source'> = {
  name: 'actual',
  series: ACTUAL_SERIES,
  source: 'measured',
};

/** Name and colour of each model, by its place in the report. */
export const modelCurve = (
  { title }: Pick<FittedModel, 'title'>,
  at: number,
): Pick<Curve, 'name' | 'series' | 'source'> => ({ name: title, series: at + 1, source: 'published' });
