/** Bounds of the tints of relative errors: up to 5%, 20%, 50%, and above. */
export const ERROR_TINTS = [0.05, 0.2, 0.5] as const;

/** Number of an error's tint, from 0; none for no error. */
export const errorTint = (error: number | null): number | undefined =>
  error === null ? undefined : ERROR_TINTS.filter((bound) => Math.abs(error) > bound).length;
