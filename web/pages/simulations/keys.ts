import type { KeyHelp, KeySection } from '../../controls/keys';

/** While the cursor is at a window or round. */
export const outsideKeys = [
  { keys: ['Space'], about: 'play or pause', on: [' '] },
  { keys: ['←', '→'], about: 'one window or round back or forward', on: ['ArrowLeft', 'ArrowRight'] },
  { keys: ['↓'], about: 'into it, to its first block', on: ['ArrowDown'] },
  { keys: ['Home', 'End'], about: 'the first; the last, and on with the run', on: ['Home', 'End'] },
] as const satisfies readonly KeyHelp[];

/** While it is at a block in there. */
export const insideKeys = [
  { keys: ['Space'], about: 'go on block by block, or pause', on: [' '] },
  { keys: ['←', '→'], about: 'one event back or forward', on: ['ArrowLeft', 'ArrowRight'] },
  { keys: ['↓', '↑'], about: 'next block; the one before, then out', on: ['ArrowDown', 'ArrowUp'] },
  { keys: ['Esc'], about: 'out of it', on: ['Escape'] },
] as const satisfies readonly KeyHelp[];

export default [
  { heading: 'At a window or round of a simulation', list: outsideKeys },
  { heading: 'Inside a window or round', list: insideKeys },
] satisfies readonly KeySection[];
