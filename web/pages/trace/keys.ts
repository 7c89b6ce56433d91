import type { KeyHelp, KeySection } from '../../controls/keys';

export const addressTimeKeys = [
  { keys: ['←', '→'], about: 'earlier or later', on: ['ArrowLeft', 'ArrowRight'] },
  { keys: ['↑', '↓'], about: 'lower or higher addresses', on: ['ArrowUp', 'ArrowDown'] },
  { keys: ['+', '−', '0'], about: 'zoom in, out, the whole history', on: ['+', '=', '-', '0'] },
  { keys: ['Enter'], about: 'cursor to the middle', on: ['Enter'] },
] as const satisfies readonly KeyHelp[];

export const liveKeys = [
  { keys: ['←', '→'], about: 'cursor by half a percent of the trace', on: ['ArrowLeft', 'ArrowRight'] },
  { keys: ['Page ↑', 'Page ↓'], about: 'cursor on or back by a tenth of it', on: ['PageUp', 'PageDown'] },
] as const satisfies readonly KeyHelp[];

export default [
  { heading: 'In an address × time map that has the focus', list: addressTimeKeys },
  { heading: 'In live memory by size class that has the focus', list: liveKeys },
] satisfies readonly KeySection[];
