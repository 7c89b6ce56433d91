import * as Comlink from 'comlink';
import type { HeapMapRequest } from './api';
import { Lab } from './lab';
import { labModules } from './lab-modules';
import type { MachineMapRequest } from './machine-api';
import { sendErrorFields } from './throwing';
import type { AddressTimeRequest } from './trace-api';
import { webSample } from './web-samples';

class WorkerLab extends Lab {
  override async heapMap(column: 0 | 1 | 2, request: HeapMapRequest) {
    const image = await super.heapMap(column, request);
    return Comlink.transfer(image, [image.pixels]);
  }

  override async addressTime(column: 0 | 1 | 2, request: AddressTimeRequest) {
    const image = await super.addressTime(column, request);
    return Comlink.transfer(image, [image.pixels]);
  }

  override async machineMap(request: MachineMapRequest) {
    const image = await super.machineMap(request);
    return Comlink.transfer(image, [image.pixels]);
  }
}

sendErrorFields();
Comlink.expose(new WorkerLab({ modules: labModules, sample: webSample }));
