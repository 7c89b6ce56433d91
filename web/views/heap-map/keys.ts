import type { KeyHelp, KeySection } from '../../controls/keys';

export const mapKeys = [
  { keys: ['←', '→'], about: 'block before or after', on: ['ArrowLeft', 'ArrowRight'] },
  { keys: ['↑', '↓'], about: 'row above or below', on: ['ArrowUp', 'ArrowDown'] },
  { keys: ['+', '−', '0'], about: 'zoom in, out, whole heap', on: ['+', '=', '-', '0'] },
  { keys: ['Page ↑', 'Page ↓'], about: 'a screenful up or down', on: ['PageUp', 'PageDown'] },
  { keys: ['Enter'], about: 'choose the block', on: ['Enter'] },
] as const satisfies readonly KeyHelp[];

export default [
  { heading: 'In a heap map that has the focus', list: mapKeys },
] satisfies readonly KeySection[];
