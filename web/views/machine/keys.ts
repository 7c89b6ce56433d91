import type { KeyHelp, KeySection } from '../../controls/keys';

export const setKeys = [
  { keys: ['↑', '↓'], about: 'line before or after', on: ['ArrowUp', 'ArrowDown'] },
  { keys: ['←', '→'], about: 'set before or after', on: ['ArrowLeft', 'ArrowRight'] },
  { keys: ['Page ↑', 'Page ↓'], about: 'row of sets above or below', on: ['PageUp', 'PageDown'] },
  { keys: ['+', '−', '0'], about: 'zoom in, out, all sets', on: ['+', '=', '-', '0'] },
] as const satisfies readonly KeyHelp[];

export const laneKeys = [
  { keys: ['+', '−', '0'], about: 'zoom in, out, the whole run', on: ['+', '=', '-', '0'] },
  { keys: ['Page ↑', 'Page ↓'], about: 'to earlier or later cycles', on: ['PageUp', 'PageDown'] },
] as const satisfies readonly KeyHelp[];

export default [
  { heading: 'In cache sets that have the focus', list: setKeys },
  { heading: 'In lanes that have the focus', list: laneKeys },
] satisfies readonly KeySection[];
