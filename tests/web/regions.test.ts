import { describe, expect, it } from 'vitest';
import type { Region } from '../../src/worker/api';
import { nest } from '../../web/views/regions/nest';

const region = (name: string, address: number, bytes: number): Region => ({
  name,
  address,
  bytes,
  liveBytes: 0,
  owner: 0,
  kind: 0,
});
const drawn = (regions: readonly Region[]) =>
  nest(regions).map(({ region: { name }, parts }) => [name, ...parts.map((part) => part.name)].join(' '));

describe('the rows of the regions', () => {
  it('are the blocks of a stock, each with its parts', () => {
    const stock = [
      region('stock', 0, 200),
      region('block-1', 0, 100),
      region('intensive-1', 0, 80),
      region('metadata', 20, 5),
      region('mild-1', 80, 20),
      region('block-2', 100, 100),
      region('intensive-2', 100, 80),
      region('mild-2', 180, 20),
    ];
    expect(drawn(stock)).toEqual(['block-1 intensive-1 metadata mild-1', 'block-2 intensive-2 mild-2']);
    expect(drawn([...stock].reverse())).toEqual(drawn(stock));
  });

  it('are all regions where none holds another', () => {
    expect(drawn([region('b', 8, 8), region('a', 0, 8)])).toEqual(['a', 'b']);
  });
});
