import { useEffect, useState } from 'react';
import { report } from '../../state/problems';
import { cLines, type Token } from './c-tokens';

/** Where the allocators' C files lie; they are fetched one by one when they are looked at. */
const files: Record<string, string> = import.meta.glob<string>(
  ['/wasm/allocators/*.c', '/wasm/allocators/*.h'],
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
);

export type SourceLines = readonly (readonly Token[])[];

/** The lines of an allocator's file; null while it is fetched or where there is none. */
export function useSource(file: string | null): SourceLines | null {
  const [loaded, setLoaded] = useState<{ readonly file: string; readonly lines: SourceLines } | null>(null);
  useEffect(() => {
    let current = true;
    const url = file === null ? undefined : files[`/wasm/allocators/${file}`];
    if (file !== null && url !== undefined)
      void textAt(url)
        .then((text) => {
          if (current) setLoaded({ file, lines: cLines(text) });
        })
        .catch((error: unknown) => report(`Could not fetch ${file}`, error));
    return () => {
      current = false;
    };
  }, [file]);
  return loaded?.file === file ? loaded.lines : null;
}

/** Whether the lab has the text of a file. */
export const hasSource = (file: string): boolean => `/wasm/allocators/${file}` in files;

async function textAt(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: the server answered ${response.status}`);
  return response.text();
}
