import { useEffect, useRef } from 'react';
import { HeapClass, ink, PATTERNS, TILE } from '../../../src/raster/heap-class';
import { rasterPalette } from '../../styles/raster-palette';
import { useTheme } from '../../styles/theme';

const entries: readonly { readonly heapClass: HeapClass; readonly name: string; readonly title: string }[] = [
  { heapClass: HeapClass.liveYoung, name: 'live', title: 'Asked for by the program, just now' },
  { heapClass: HeapClass.liveOld, name: 'live, old', title: 'Asked for long ago' },
  { heapClass: HeapClass.header, name: 'header', title: 'Headers and footers of blocks' },
  { heapClass: HeapClass.slack, name: 'slack', title: 'In a taken block, beyond what was asked for' },
  { heapClass: HeapClass.free, name: 'free', title: 'On a free list' },
  {
    heapClass: HeapClass.cached,
    name: 'cached',
    title: 'Free, and kept by a layer that does not coalesce it',
  },
  { heapClass: HeapClass.meta, name: 'book-keeping', title: 'The allocator’s own structures' },
  { heapClass: HeapClass.unused, name: 'not carved', title: 'Obtained from the system and not yet divided' },
  { heapClass: HeapClass.unknown, name: 'unknown', title: 'Of a module that does not report its blocks' },
  { heapClass: HeapClass.visited, name: 'visited', title: 'Looked at by the current search' },
  { heapClass: HeapClass.event, name: 'this event', title: 'Block of the current event or sub-step' },
];

/** What the heap maps' colours and patterns mean, drawn from the same tables as the maps. */
export function Legend() {
  return (
    <ul className="legend" aria-label="Legend of the heap maps">
      {entries.map(({ heapClass, name, title }) => (
        <li key={name} title={title}>
          <Swatch heapClass={heapClass} />
          {name}
        </li>
      ))}
      <li title="Where one column of pixels holds bytes of several kinds, it is divided by their shares">
        by height: shares of a pixel
      </li>
    </ul>
  );
}

const WIDTH = 2 * TILE;
const HEIGHT = 10;

function Swatch({ heapClass }: { readonly heapClass: HeapClass }) {
  const ref = useRef<HTMLCanvasElement>(null);
  const theme = useTheme((state) => state.theme);
  useEffect(() => {
    const context = ref.current?.getContext('2d');
    if (!context) return;
    const palette = rasterPalette(theme);
    const pixels = new Uint32Array(WIDTH * HEIGHT);
    const outlined = heapClass === HeapClass.visited;
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++) {
        const edge = outlined && (x < 2 || y < 2 || x >= WIDTH - 2 || y >= HEIGHT - 2);
        const inked = edge || PATTERNS[(heapClass * TILE + (y % TILE)) * TILE + (x % TILE)] === 1;
        pixels[y * WIDTH + x] = palette[inked ? ink(heapClass) : heapClass];
      }
    context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), WIDTH, HEIGHT), 0, 0);
  }, [theme, heapClass]);
  return <canvas ref={ref} width={WIDTH} height={HEIGHT} />;
}
