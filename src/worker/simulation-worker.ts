import * as Comlink from 'comlink';
import { bitmapOf } from './bitmaps';
import { Simulation } from './simulation';
import { sendErrorFields } from './throwing';
import { webModules } from './web-modules';

sendErrorFields();
Comlink.expose(new Simulation(webModules, bitmapOf));
