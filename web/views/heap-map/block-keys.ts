import type { KeyboardEvent } from 'react';
import type { BlockInfo, Column } from '../../../src/worker/api';
import { actionOn, type KeyActions } from '../../controls/keys';
import { ask } from '../../state/ask';
import { setWindow } from '../../state/document';
import { infoOf, shownEventOf, useLab } from '../../state/store';
import { type Geometry, panned, revealing, zoomedAbout } from './geometry';
import type { mapKeys } from './keys';

/** How far back the block before is looked for at first. */
const NEAR = 65_536;

type Action = (column: Column, g: Geometry) => void;

const zoom =
  (factor: number): Action =>
  (_, g) =>
    setWindow(zoomedAbout(g, factor, g.width / 2, g.height / 2));

/** What the keys do in a map. */
const actions: KeyActions<typeof mapKeys, Action> = {
  ArrowRight: (column, g) => void go(column, g, 'after'),
  ArrowLeft: (column, g) => void go(column, g, 'before'),
  ArrowDown: (column, g) => void go(column, g, 'below'),
  ArrowUp: (column, g) => void go(column, g, 'above'),
  PageDown: (_, g) => setWindow(panned(g, g.rows - 1)),
  PageUp: (_, g) => setWindow(panned(g, 1 - g.rows)),
  '+': zoom(2),
  '=': zoom(2),
  '-': zoom(0.5),
  '0': () => setWindow(null),
  Enter: choose,
};

/** Moves through blocks and windows by keyboard while a map has the focus. */
export function onMapKey(event: KeyboardEvent, column: Column, geometry: Geometry): void {
  const action = actionOn(actions, event.key);
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  action(column, geometry);
}

function choose(): void {
  const { hover } = useLab.getState();
  if (hover !== null) useLab.setState({ selected: hover, active: hover.column });
}

async function go(column: Column, g: Geometry, where: 'after' | 'before' | 'below' | 'above'): Promise<void> {
  const state = useLab.getState();
  const at = [state.hover, state.selected].find((pointed) => pointed?.column === column)?.address;
  const event = shownEventOf(column)(state);
  const end = infoOf(column)(state)?.heapEnd ?? 0;
  const first = g.heapStart + g.from;
  const found =
    at === undefined
      ? await firstFrom(column, event, first, end)
      : await neighbour(column, event, at, where, g.rowBytes, end);
  if (!found) return;
  useLab.setState({ hover: { column, address: found.address } });
  setWindow(revealing(g, found.address));
}

async function neighbour(
  column: Column,
  event: number,
  at: number,
  where: 'after' | 'before' | 'below' | 'above',
  rowBytes: number,
  end: number,
): Promise<BlockInfo | null> {
  const here = await ask(column, (lab) => lab.blockAt(column, event, at));
  switch (where) {
    case 'after':
      return firstFrom(column, event, here ? here.address + here.bytes : at + 1, end);
    case 'before': {
      const low = here?.address ?? at;
      const before = await ask(column, (lab) =>
        lab.blocks(column, event, Math.max(0, low - NEAR), low, NEAR / 4),
      );
      return before?.at(-1) ?? null;
    }
    case 'below':
      return firstFrom(column, event, at + rowBytes, end);
    case 'above':
      return firstFrom(column, event, Math.max(0, at - rowBytes), end);
  }
}

async function firstFrom(
  column: Column,
  event: number,
  from: number,
  end: number,
): Promise<BlockInfo | null> {
  return (await ask(column, (lab) => lab.blocks(column, event, from, end, 1)))?.[0] ?? null;
}
