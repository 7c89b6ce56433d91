import * as Comlink from 'comlink';
import { SimulationPool } from './simulation-pool';
import { Study } from './study';
import { sendErrorFields } from './throwing';
import { webModules } from './web-modules';
import { webSample } from './web-samples';

sendErrorFields();
// Workers of a worker end with it: a study that is cancelled leaves none behind.
Comlink.expose(
  new Study({
    modules: webModules,
    sample: webSample,
    runner: new SimulationPool(),
    trialRunner: async () => new (await import('./trial-pool')).TrialPool(),
  }),
);
