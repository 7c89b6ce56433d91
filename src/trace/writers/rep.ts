import { summarise } from '../summary';
import { Op, type Trace } from '../trace';
import { ByteWriter } from './bytes';
import { LOST, lost, type TraceWriter } from './writer';

/** Writes malloc-lab `.rep` with four header lines: weight, ids, operations, peak of live bytes. */
export const repWriter: TraceWriter = {
  id: 'rep',
  extension: 'rep',
  losses: (traits) => lost(traits, { ...LOST, emptied: 'A realloc to 0 bytes means a free there.' }),
  *chunks(trace: Trace) {
    const { op, id, size } = trace;
    const out = new ByteWriter();
    const { peakLiveBytes, mallocs, callocs, memaligns, frees, reallocs } = summarise(trace);
    for (const header of [1, trace.objects, mallocs + callocs + memaligns + frees + reallocs, peakLiveBytes])
      out.line(String(header));
    for (let event = 0; event < trace.length; event++) {
      const what = op[event];
      if (what > Op.memalign) continue;
      out.text(what === Op.free ? 'f ' : what === Op.realloc ? 'r ' : 'a ');
      out.decimal(id[event]);
      if (what !== Op.free) {
        out.text(' ');
        out.decimal(size[event]);
      }
      out.text('\n');
      if (out.full) yield out.take();
    }
    yield out.take();
  },
};
