/** How documents name an allocator. Apart from document.ts, because the set-ups of simulations have one as well. */
import * as v from 'valibot';

export const natural = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const name = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** Largest module that travels inside the document, in bytes. */
export const MODULE_DATA_BYTES = 32 * 1024;

/** The file of an allocator that a user brought. Without `data` whoever opens the document must have it. */
export const moduleSchema = v.object({
  name,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  bytes: natural,
  /** The file in base64url: four characters for three bytes. */
  data: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.maxLength(Math.ceil((MODULE_DATA_BYTES * 4) / 3))),
  ),
});
export type UserModule = v.InferOutput<typeof moduleSchema>;

/** An allocator with the parameters that differ from their defaults. */
export const allocatorSchema = v.object({
  id: name,
  params: v.optional(v.record(v.string(), natural), {}),
  /** For an allocator that a user brought, whose id is `user:NAME`. */
  module: v.optional(moduleSchema),
});
export type AllocatorConfig = v.InferOutput<typeof allocatorSchema>;
