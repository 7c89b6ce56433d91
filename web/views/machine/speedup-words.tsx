import { ratio } from '../../format';
import { type Measured, rowsOf } from './speedup-view';

/** Speedups within a thousandth of the ideal are the ideal. */
const ABOVE = 1.001;

/** What the curves say, in sentences: which speedups are inflated, and by what. */
export function SpeedupWords({ measured }: { readonly measured: Measured }) {
  const sentences = measured.contenders.map(({ key, name }, i) => {
    const rows = rowsOf(measured, i);
    const last = rows.at(-1);
    const one = rows.find(({ threads }) => threads === 1);
    if (!last || !one || last.threads === 1) return { key, inflated: false, text: `${name}: under way.` };
    const above = rows.filter(({ threads, speedup }) => threads > 1 && speedup > threads * ABOVE);
    const million = (cycles: number) => (cycles / 1e6).toFixed(1);
    const work = `total workload ${million(one.workload)} → ${million(last.workload)} million cycles`;
    const reached = `${name}: speedup ${ratio(last.speedup)} on ${last.threads}, ${work}`;
    if (above.length > 0)
      return {
        key,
        inflated: true,
        text: `${reached}. Inflated from P = ${above[0].threads} on: one thread alone does ${ratio(one.workload / last.workload)} times the work that all do together, so the comparison flatters the parallel run; a better sequential program would take the advantage away.`,
      };
    if (last.workload < one.workload * 0.98)
      return {
        key,
        inflated: true,
        text: `${reached}. The workload falls as P grows: part of this speedup is inflated.`,
      };
    const waited = last.lockWaited / Math.max(1, last.workload);
    if (waited > 0.1)
      return {
        key,
        inflated: false,
        text: `${reached}; ${Math.round(waited * 100)} % of it is waiting for locks.`,
      };
    return { key, inflated: false, text: `${reached}.` };
  });
  return (
    <ul className="speedup-words">
      {sentences.map(({ key, inflated, text }) => (
        <li key={key} data-inflated={inflated}>
          {inflated && <strong>▲ inflated </strong>}
          {text}
        </li>
      ))}
    </ul>
  );
}
