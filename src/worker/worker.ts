import * as Comlink from 'comlink';
import type { HeapMapRequest } from './api';
import { Lab } from './lab';
import { sendErrorFields } from './throwing';
import { webModules } from './web-modules';

/** Samples lie beside the page: public/traces/NAME.trace.gz. */
async function sample(name: string) {
  const file = `${name}.trace.gz`;
  const url = new URL(`traces/${file}`, new URL(import.meta.env.BASE_URL, self.location.origin + pagePath()));
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url}: the server answered ${response.status}`);
  const body = response.body;
  // A server that says "content-encoding: gzip" has the browser unpack: the length is then not that of what comes.
  const packed = response.headers.has('content-encoding');
  const size = packed ? null : Number(response.headers.get('content-length')) || null;
  return { name: file, size, stream: () => body };
}

/** Folder of the page: the worker's own script lies in assets/ below it. */
function pagePath(): string {
  return self.location.pathname.replace(/(assets|src\/worker)\/[^/]*$/, '');
}

class WorkerLab extends Lab {
  override async heapMap(column: 0 | 1 | 2, request: HeapMapRequest) {
    const image = await super.heapMap(column, request);
    return Comlink.transfer(image, [image.pixels]);
  }
}

sendErrorFields();
Comlink.expose(new WorkerLab({ modules: webModules, sample }));
