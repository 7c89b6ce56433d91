import { expect, it } from 'vitest';
import { Newest } from '../../web/state/newest';

it('asks one question at a time, and of the waiting ones the newest', async () => {
  const asked: number[] = [];
  const finish: (() => void)[] = [];
  const newest = new Newest();
  const question = (n: number) => () => {
    asked.push(n);
    return new Promise<void>((resolve) => finish.push(resolve));
  };
  for (const n of [1, 2, 3]) newest.ask(question(n));
  expect(asked).toEqual([1]);
  finish[0]();
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toEqual([1, 3]);
  finish[1]();
  await new Promise((resolve) => setTimeout(resolve));
  newest.ask(question(4));
  expect(asked).toEqual([1, 3, 4]);
});
