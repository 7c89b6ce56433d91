import type { BlockInfo } from '../../../src/worker/api';
import { address, count, exactBytes, ticks } from '../../format';
import { useLab } from '../../state/store';

/** What a block is, in a few lines. */
export function BlockWords({ block }: { readonly block: BlockInfo }) {
  const clock = useLab((state) => (state.trace.kind === 'ready' ? state.trace.opened.clock : ''));
  const { state, header, footer, requested, slack, object, born, bornTime, dies, lifetime, cpu, owner } =
    block;
  const tags = header + footer;
  return (
    <>
      <strong className="num">
        {address(block.address)} · {exactBytes(block.bytes)} {state}
      </strong>
      {requested !== null && (
        <span className="num">
          asked for {exactBytes(requested)}
          {tags > 0 && ` + header ${exactBytes(tags)}`}
          {slack !== null && ` + slack ${exactBytes(slack)}`}
        </span>
      )}
      {requested === null && tags > 0 && <span className="num">header {exactBytes(tags)}</span>}
      {object !== null && born !== null && (
        <span className="num">
          #{count(object)}: allocated at event {count(born)} by thread {cpu}
          {bornTime !== null && `, ${ticks(bornTime, clock)}`}
        </span>
      )}
      {object !== null && (
        <span className="num">
          {dies === null
            ? 'never freed'
            : `freed at event ${count(dies)}${lifetime === null ? '' : `, lives ${ticks(lifetime, clock)}`}`}
        </span>
      )}
      {owner >= 0 && <span className="num">owner {owner}</span>}
    </>
  );
}
