import { expect, it } from 'vitest';
import { Delivered } from '../../../src/worker/delivered';

it('waits for pieces that are still on their way', async () => {
  const arrived: number[] = [];
  const delivered = new Delivered<number>(async (piece) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    arrived.push(piece);
  });
  delivered.send(1);
  delivered.send(2);
  expect(arrived).toEqual([]);
  await delivered.settled();
  expect(arrived).toEqual([1, 2]);
});
