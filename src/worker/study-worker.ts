import * as Comlink from 'comlink';
import { Study } from './study';
import { sendErrorFields } from './throwing';
import { webModules } from './web-modules';
import { webSample } from './web-samples';

sendErrorFields();
Comlink.expose(
  new Study({
    modules: webModules,
    sample: webSample,
    crew: async () => new (await import('./trial-pool')).TrialPool(),
  }),
);
