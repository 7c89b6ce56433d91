/** The conversation with the page stands on top of src: what it answers with knows nothing of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('../../src', import.meta.url));

it('imports nothing from src/worker outside of it', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  expect(files).toContain(join('engine', 'replay.ts'));
  const wrong = files.filter(
    (file) =>
      !file.startsWith('worker') &&
      /(?:from|import)\s*\(?\s*'(?:\.\.\/)+worker\//.test(readFileSync(join(src, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});
