import { defineConfig } from 'vite';

/** Isolates the page, so that clocks are fine-grained and memory may be shared with workers. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  // Relative addresses: the built page runs from any path, and offline.
  base: './',
  worker: { format: 'es' },
  server: { headers },
  preview: { headers },
  build: { target: 'es2022', outDir: 'dist', assetsInlineLimit: 0 },
});
