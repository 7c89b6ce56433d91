import * as Comlink from 'comlink';
import { bitmapOf } from './bitmaps';
import { Lab } from './lab';
import { labModules } from './lab-modules';
import { sendErrorFields } from './throwing';
import { webSample } from './web-samples';

sendErrorFields();
Comlink.expose(new Lab({ modules: labModules, sample: webSample, handOver: bitmapOf }));
