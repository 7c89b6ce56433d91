import * as Comlink from 'comlink';
import { Modules } from '../engine/modules';
import { LocalTrials, type Trial, type Work } from '../models/trial-runner';
import { webModules } from './web-modules';

/** The face of a worker of a pool. */
export interface TrialWorker {
  measure(work: Work): Promise<Trial>;
}

const trials = LocalTrials.load(new Modules(webModules));
const worker: TrialWorker = { measure: async (work) => (await trials).measure(work) };
Comlink.expose(worker);
