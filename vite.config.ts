import { defineConfig } from 'vite';
import { currentResults } from './scripts/kept-results.mjs';

/** Isolates the page, so that clocks are fine-grained and memory may be shared with workers. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const firstLibraries = /node_modules\/(react|react-dom|scheduler|zustand|comlink|d3-(axis|path|selection))\//;

/** What the first view shares with pages that are fetched later: in one piece, or each page that shares some cuts it up. */
const firstView = new RegExp(
  [
    'web/format',
    'web/state/(allocators|ask|default-experiment|document|keys|link-sync|newest|playback|problems|samples|session|store|use-columns)',
    'web/controls/(column-tabs|icon|icon-button|panel|scroll-area|segments|use-size)',
    'web/styles/(palette|raster-palette|theme)',
    'web/charts/(axis|end-labels|linear-scale|ticks)',
    'web/pages/list',
    'web/views/allocator/allocator-chooser',
    'web/views/heap-map/(geometry|legend|row-labels)',
    'src/allocators/\\w+',
    'src/raster/heap-class',
    'src/experiment/pack',
  ]
    .map((path) => `/${path}\\.tsx?$`)
    .join('|'),
);

/** What the worker needs for the first picture: one file, though lazy parts use some of it too. */
const firstWork =
  /src\/(allocators\/|engine\/(?!user|contents|fault|pinned|placed)|raster\/(?!address|set)|worker\/describe|trace\/(builder|columns|errors|links|read|detect|selection|unpack|summary|trace|touch)\.)/;

export default defineConfig({
  // Relative addresses: the built page runs from any path, and offline.
  base: './',
  define: { CURRENT_RESULTS: JSON.stringify(currentResults()) },
  worker: {
    format: 'es',
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'lab', test: firstWork }] } } },
  },
  server: { headers },
  preview: { headers },
  build: {
    target: 'es2022',
    outDir: 'dist',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What the first view needs of others' libraries packs better in one piece, and changes less often than ours.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: firstLibraries },
            { name: 'view', test: firstView },
          ],
        },
      },
    },
  },
});
