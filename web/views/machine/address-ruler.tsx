import './address.css';
import { accessOf, hasRow } from '../../../src/worker/machine-api';
import { Panel } from '../../controls/panel';
import { count, address as hex } from '../../format';
import { useMachine } from '../../state/machine';

const ADDRESS_BITS = 32;

/** Which bits of an address choose the set: of the line that is pointed at, or of the event's block. */
export function AddressRuler() {
  const hover = useMachine((state) => state.hover);
  const moment = useMachine((state) => state.moment);
  const inside = moment !== null && moment.access !== null && hasRow(moment.accesses, moment.access);
  const accessed = inside ? accessOf(moment.accesses, moment.access ?? 0).address : null;
  const at = hover?.address ?? accessed ?? moment?.address ?? 0;
  if (moment === null)
    return (
      <Panel title="Address to set" className="address-ruler">
        <p className="hint">Nothing has run yet.</p>
      </Panel>
    );
  const { sets, line } = moment.content;
  const offsetBits = Math.log2(line);
  const set = Math.floor(at / line) % sets;
  const isPower = Number.isInteger(Math.log2(sets));
  const setBits = isPower ? Math.log2(sets) : 0;
  const bits = Array.from({ length: ADDRESS_BITS }, (_, i) => ADDRESS_BITS - 1 - i);
  const partOf = (bit: number) =>
    bit < offsetBits ? 'offset' : isPower && bit < offsetBits + setBits ? 'set' : 'tag';
  return (
    <Panel
      title="Address to set"
      className="address-ruler"
      note={
        <span>
          {hover !== null ? 'pointed at' : inside ? 'this access' : 'this event’s block'}:{' '}
          <code>{hex(at)}</code> · set <strong className="num">{count(set)}</strong>
          {isPower
            ? ` = bits ${offsetBits} … ${offsetBits + setBits - 1}`
            : ` = line ${count(Math.floor(at / line))} mod ${count(sets)}: no power of two, so all bits above the offset take part`}
        </span>
      }
    >
      <div
        className="bits"
        role="img"
        aria-label={`Address ${hex(at)}: tag, then set ${set}, then ${at % line} bytes into the line`}
      >
        {bits.map((bit) => (
          <span key={bit} data-part={partOf(bit)} title={`bit ${bit}: ${partOf(bit)}`}>
            {Math.floor(at / 2 ** bit) % 2}
          </span>
        ))}
      </div>
      <div className="bit-parts" aria-hidden="true">
        <span data-part="tag" style={{ flexGrow: ADDRESS_BITS - offsetBits - setBits }}>
          {isPower ? 'tag' : 'line number'}
        </span>
        {setBits > 0 && (
          <span data-part="set" style={{ flexGrow: setBits }}>
            set
          </span>
        )}
        <span data-part="offset" style={{ flexGrow: offsetBits }}>
          offset
        </span>
      </div>
    </Panel>
  );
}
