import { useState } from 'react';
import type { Address } from '../../../src/units';
import type { Column, FreeList } from '../../../src/worker/api';
import { bytes, count, exactBytes } from '../../format';
import { useLab } from '../../state/store';
import { Chip } from './chip';

/** Chips of a list at first, and then a page of it. */
const FEW = 24;
const PAGE = 100;

interface Props {
  readonly column: Column;
  readonly list: FreeList;
  /** With its number, where the allocator has several lists. */
  readonly numbered: boolean;
  readonly visited: ReadonlySet<Address>;
  readonly current: Address | null;
}

/** One free list, its blocks in list order. */
export function ListRow({ column, list, numbered, visited, current }: Props) {
  const [shown, setShown] = useState(FEW);
  const alike =
    list.blocks > 1 &&
    list.sizes.every((size) => size === list.sizes[0]) &&
    list.bytes === list.blocks * list.sizes[0];
  const chips = Math.min(shown, list.addresses.length);
  const left = list.blocks - chips;
  const more = () => {
    const next = shown + PAGE;
    setShown(next);
    useLab.setState(({ listLimit }) => ({ listLimit: Math.max(listLimit, next) }));
  };
  return (
    <div className="list-row">
      <div className="list-name">
        {list.name}
        {numbered && ` ${list.number}`}
        <small className="num">
          {count(list.blocks)} {list.blocks === 1 ? 'block' : 'blocks'}
          {alike ? ` of ${exactBytes(list.sizes[0])}` : `\u00a0· ${bytes(list.bytes).replace(' ', '\u00a0')}`}
        </small>
      </div>
      <ol className="chips">
        {Array.from(list.addresses.subarray(0, chips), (address, i) => (
          <li key={address}>
            <Chip
              column={column}
              at={address}
              bytes={list.sizes[i]}
              shows={alike ? 'address' : 'bytes'}
              light={address === current ? 'current' : visited.has(address) ? 'visited' : 'none'}
            />
          </li>
        ))}
        {left > 0 && (
          <li className="more num">
            {shown > list.addresses.length && list.addresses.length < list.blocks && shown > FEW ? (
              `${count(left)} more, not listed`
            ) : (
              <button type="button" className="inline" onClick={more}>
                {count(left)} more
              </button>
            )}
          </li>
        )}
      </ol>
    </div>
  );
}
