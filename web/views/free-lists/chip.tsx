import type { Address } from '../../../src/units';
import type { Column } from '../../../src/worker/api';
import { address, exactBytes } from '../../format';
import { type Pointed, useLab } from '../../state/store';

/** What a chip's block is to the current event. */
export type ChipLight = 'none' | 'visited' | 'current';

interface Props {
  readonly column: Column;
  readonly at: Address;
  /** null where they are not known: the address stands on the chip then. */
  readonly bytes: number | null;
  /** What stands on the chip: the other is in its title. */
  readonly shows: 'bytes' | 'address';
  readonly light: ChipLight;
}

const { setState } = useLab;

/** A block of a list. Pointing at it points at its place in the heap map; a click chooses it. */
export function Chip({ column, at, bytes, shows, light }: Props) {
  const names = (pointed: Pointed | null) =>
    pointed?.column === column && pointed.address >= at && pointed.address < at + (bytes ?? 1);
  const pointed = useLab((state) => names(state.hover) || names(state.selected));
  return (
    <button
      type="button"
      className={`chip num ${light} ${pointed ? 'pointed' : ''}`}
      title={bytes === null ? address(at) : `${exactBytes(bytes)} at ${address(at)}`}
      onPointerEnter={() => setState({ hover: { column, address: at } })}
      onPointerLeave={() => setState({ hover: null })}
      onFocus={() => setState({ hover: { column, address: at } })}
      onBlur={() => setState({ hover: null })}
      onClick={() => setState({ active: column, selected: { column, address: at } })}
    >
      {shows === 'bytes' && bytes !== null ? exactBytes(bytes) : address(at)}
    </button>
  );
}
