import { useEffect, useState } from 'react';
import type { BlockInfo } from '../../src/worker/api';
import { ask } from './ask';
import { Newest } from './newest';
import { infoOf, type Pointed, shownEventOf, useLab } from './store';

/** The block that is pointed at, as it is at the cursor; null while unknown or where there is none. */
export function useBlock(pointed: Pointed | null): BlockInfo | null {
  const column = pointed?.column ?? 0;
  const address = pointed?.address ?? null;
  const event = useLab(shownEventOf(column));
  const info = useLab(infoOf(column));
  const [blocks] = useState(() => new Newest());
  const [block, setBlock] = useState<BlockInfo | null>(null);
  useEffect(() => {
    let current = true;
    if (address === null || info === null) {
      setBlock(null);
      return;
    }
    blocks.ask(async () => {
      const found = await ask(column, (lab) => lab.blockAt(column, event, address));
      if (current) setBlock(found);
    });
    return () => {
      current = false;
    };
  }, [column, address, event, info, blocks]);
  return address === null ? null : block;
}
