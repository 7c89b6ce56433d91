import { accessOf, hasRow } from '../../../src/worker/machine-api';
import { address, count, exactBytes } from '../../format';
import { useMachine } from '../../state/machine';

/** The event at the cursor, or the access within it, in a sentence. */
export function AccessWords() {
  const moment = useMachine((state) => state.moment);
  const levels = useMachine((state) => (state.run.kind === 'ready' ? state.run.info.machine.levels : null));
  if (moment === null || levels === null) return <p className="access-words hint">Nothing has run yet.</p>;
  const { event, position, processor, clock, accesses, access, content } = moment;
  const place = (
    <>
      Cycle <strong className="num">{count(clock)}</strong> · P{processor} <code>{event.call}</code>
      {event.event !== position - 1 && (
        <span title="The cursor counts events in the order of virtual time">
          {' '}
          (event {count(event.event)} of the trace)
        </span>
      )}
    </>
  );
  if (access === null || !hasRow(accesses, access))
    return (
      <p className="access-words">
        {place} · {count(accesses.count)} {accesses.count === 1 ? 'access' : 'accesses'}
        {access !== null && ` · access ${count(access + 1)}: only the first ones are described`}
      </p>
    );
  const one = accessOf(accesses, access);
  const where = one.found < levels.length ? levels[one.found].name : 'memory';
  const outcome = one.intervened
    ? 'another cache gives its modified line up'
    : one.found === 0
      ? `a hit in ${levels[0].name}`
      : `a miss, found in ${where}`;
  const set = Math.floor(one.address / content.line) % content.sets;
  return (
    <p className="access-words" role="status">
      {place} · access <strong className="num">{count(access + 1)}</strong> of {count(accesses.count)}
      {one.processor !== processor && <> (meanwhile, on P{one.processor})</>}: the{' '}
      {one.byAllocator ? 'allocator' : 'program'} {one.write ? 'writes' : 'reads'} {exactBytes(one.bytes)} at{' '}
      <code>{address(one.address)}</code>, set {set}: {outcome}
      {one.upgraded && ', and takes it from the caches that share it'}
      {one.falseSharing
        ? ' (false sharing took it away)'
        : one.coherenceMiss && ' (a writer elsewhere had taken it)'}
      {one.pageWalk && '; its page was in no TLB'}
      {one.cycles > 0 && ` · ${count(one.cycles)} cycles`}
    </p>
  );
}
