import * as Comlink from 'comlink';
import { Modules } from '../engine/modules';
import { Hand, type Trial, type Work } from '../models/crew';
import { webModules } from './web-modules';

/** The face of a worker of a pool. */
export interface TrialWorker {
  measure(work: Work): Promise<Trial>;
}

const hand = Hand.of(new Modules(webModules));
const worker: TrialWorker = { measure: async (work) => (await hand).measure(work) };
Comlink.expose(worker);
