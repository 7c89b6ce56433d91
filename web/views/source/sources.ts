import { useEffect, useState } from 'react';
import { cLines, type Token } from './c-tokens';

/** The allocators' C files, fetched one by one when they are looked at. */
const files = import.meta.glob<string>(['/wasm/allocators/*.c', '/wasm/allocators/*.h'], {
  query: '?raw',
  import: 'default',
});

export type SourceLines = readonly (readonly Token[])[];

/** The lines of an allocator's file; null while it is fetched or where there is none. */
export function useSource(file: string | null): SourceLines | null {
  const [loaded, setLoaded] = useState<{ readonly file: string; readonly lines: SourceLines } | null>(null);
  useEffect(() => {
    let current = true;
    const load = file === null ? undefined : files[`/wasm/allocators/${file}`];
    if (file !== null && load)
      void load().then((text) => {
        if (current) setLoaded({ file, lines: cLines(text) });
      });
    return () => {
      current = false;
    };
  }, [file]);
  return loaded?.file === file ? loaded.lines : null;
}

/** Whether the lab has the text of a file. */
export const hasSource = (file: string): boolean => `/wasm/allocators/${file}` in files;
