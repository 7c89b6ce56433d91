import { startLab } from '../../src/worker/client';
import { report } from './problems';

/** The page's worker. */
export const lab = startLab((message) =>
  report('The worker stopped', new Error(`${message}. Reload the page: the address holds the experiment.`)),
);
