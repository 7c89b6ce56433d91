/** Results of presets that came with the page (public/results, made by `npm run results`). */
import * as v from 'valibot';
import { presetResultSchema } from './preset';

export const keptResultSchema = v.object({
  /** Over all that the result was made from. */
  stamp: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  /** `emcc 3.1.6`: instruction counts are those of its code. */
  compiler: v.pipe(v.string(), v.minLength(1)),
  result: presetResultSchema,
});
export type KeptResult = v.InferOutput<typeof keptResultSchema>;
