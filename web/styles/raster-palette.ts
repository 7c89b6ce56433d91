import { HeapClass, ink, PALETTE_COLOURS } from '../../src/raster/heap-class';
import { type Colours, colours, type Theme } from './palette';

const grounds: Readonly<Record<keyof typeof HeapClass, keyof Colours>> = {
  outside: 'sunken',
  header: 'header',
  liveOld: 'liveOld',
  liveYoung: 'live',
  slack: 'slack',
  free: 'free',
  cached: 'cached',
  meta: 'meta',
  unused: 'unused',
  unknown: 'unknown',
  event: 'event',
  visited: 'visitedSoft',
};

const inks: Partial<Record<keyof typeof HeapClass, keyof Colours>> = {
  outside: 'panel',
  slack: 'slackInk',
  free: 'freeInk',
  cached: 'cachedInk',
  meta: 'metaInk',
  unused: 'unusedInk',
  unknown: 'unknownInk',
  event: 'eventText',
  visited: 'visited',
};

/** The heap map's palette in a theme. */
export function rasterPalette(theme: Theme): Uint32Array {
  const palette = new Uint32Array(PALETTE_COLOURS);
  for (const [name, heapClass] of Object.entries(HeapClass) as [keyof typeof HeapClass, HeapClass][]) {
    palette[heapClass] = packed(colours[theme][grounds[name]]);
    palette[ink(heapClass)] = packed(colours[theme][inks[name] ?? grounds[name]]);
  }
  return palette;
}

/** `#rrggbb` as 0xAABBGGRR. */
export function packed(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  return ((255 << 24) | ((value & 255) << 16) | (value & 0xff00) | (value >>> 16)) >>> 0;
}
