import type { SimulationExperiment } from '../../src/experiment/document';

/**
 * Where `link-sync.ts` and the state of the simulations' page meet. The page is fetched when it is first opened: until
 * then it has no document to share.
 */
export const shares = {
  /** The simulations' document while their page is in sight. */
  simulation: (): SimulationExperiment | null => null,
  /** To be called when that has changed: the address follows. */
  changed: (): void => undefined,
};
