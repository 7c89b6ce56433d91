import * as Comlink from 'comlink';
import type { LabWorker } from './api';

/** Starts the worker, which lives as long as the page. `onCrash` is called when it dies on its own. */
export function startLab(onCrash: (message: string) => void): LabWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'heapscope' });
  worker.addEventListener('error', (event) => onCrash(event.message || 'the worker stopped'));
  const remote = Comlink.wrap<LabWorker>(worker);
  // Comlink sends functions only as proxies.
  const { proxy: progress } = Comlink;
  return {
    open: (workload, file, seed, onProgress, options) =>
      remote.open(workload, file, seed, progress(onProgress), options),
    run: (column, config, onRun) => remote.run(column, config, progress(onRun)),
    resume: (column, onRun) => remote.resume(column, progress(onRun)),
    keepSnapshots: (bytes) => remote.keepSnapshots(bytes),
    memory: () => remote.memory(),
    addModule: (file) => remote.addModule(file),
    close: (column) => remote.close(column),
    cancel: () => remote.cancel(),
    series: (column, metric, from, to, buckets) => remote.series(column, metric, from, to, buckets),
    moment: (column, event, listLimit) => remote.moment(column, event, listLimit),
    heapMap: (column, request) => remote.heapMap(column, request),
    blockAt: (column, event, address) => remote.blockAt(column, event, address),
    blocks: (column, event, from, to, limit) => remote.blocks(column, event, from, to, limit),
    eventOfObject: (id) => remote.eventOfObject(id),
    recordedEvents: (events) => remote.recordedEvents(events),
    loadedEvents: (recorded) => remote.loadedEvents(recorded),
    traceReport: (onProgress) => remote.traceReport(progress(onProgress)),
    searchTrace: (column, search, limit) => remote.searchTrace(column, search, limit),
    pinned: (column, event, share, limit) => remote.pinned(column, event, share, limit),
    addressTime: (column, request) => remote.addressTime(column, request),
    placedBlocks: (column, window, limit) => remote.placedBlocks(column, window, limit),
    machineRun: (config, machine, onProgress) => remote.machineRun(config, machine, progress(onProgress)),
    machineMoment: (request) => remote.machineMoment(request),
    machineMap: (request) => remote.machineMap(request),
    machineBlock: (moment, address) => remote.machineBlock(moment, address),
    machineStrip: (level, processor, kind) => remote.machineStrip(level, processor, kind),
    machineLanes: (from, to) => remote.machineLanes(from, to),
    closeMachine: () => remote.closeMachine(),
  };
}
