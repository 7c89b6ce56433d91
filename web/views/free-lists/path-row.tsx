import type { Address } from '../../../src/units';
import type { Column } from '../../../src/worker/api';
import { count } from '../../format';
import { Chip } from './chip';
import { abbreviated, type Visit } from './search-path';

interface Props {
  readonly column: Column;
  readonly visits: readonly Visit[];
  readonly current: Address | null;
}

/** The blocks that the search has looked at, in order. */
export function PathRow({ column, visits, current }: Props) {
  const { first, left, last } = abbreviated(visits, 3, 4);
  const chips = (some: readonly Visit[]) =>
    some.map(({ address, bytes, step }) => (
      <li key={step}>
        <Chip
          column={column}
          at={address}
          bytes={bytes}
          shows="bytes"
          light={address === current ? 'current' : 'visited'}
        />
      </li>
    ));
  return (
    <div className="list-row path">
      <div className="list-name">
        search
        <small className="num">{count(visits.length)} visited</small>
      </div>
      <ol className="chips">
        {chips(first)}
        {left > 0 && <li className="more num">{count(left)} more</li>}
        {chips(last)}
      </ol>
    </div>
  );
}
