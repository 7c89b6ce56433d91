import * as Comlink from 'comlink';
import { Simulation } from './simulation';
import { sendErrorFields } from './throwing';
import { webModules } from './web-modules';

sendErrorFields();
Comlink.expose(new Simulation(webModules));
