import { useEffect, useState } from 'react';
import type { Column } from '../../../src/worker/api';
import type { PinnedPageInfo } from '../../../src/worker/trace-api';
import { NumbersTable } from '../../charts/numbers-table';
import { Panel } from '../../controls/panel';
import { address, count, exactBytes } from '../../format';
import { ask } from '../../state/ask';
import { Newest } from '../../state/newest';
import { infoOf, reachedOf, useLab } from '../../state/store';
import { EventButton } from './event-button';

/** A page of which at most this much is live is nearly empty. */
const SHARE = 0.1;
const SHOWN = 50;

/** Pages that a few blocks keep from being given back, at the cursor. */
export function PinnedView({ column }: { readonly column: Column }) {
  const event = useLab(reachedOf(column));
  const known = useLab((state) => infoOf(column)(state) !== null);
  const [pages, setPages] = useState<readonly PinnedPageInfo[] | null>(null);
  const [questions] = useState(() => new Newest());
  useEffect(() => {
    if (!known) {
      setPages(null);
      return;
    }
    questions.ask(async () => {
      const found = await ask(column, (lab) => lab.pinned(column, event, SHARE, SHOWN));
      if (found !== null) setPages(found);
    });
  }, [column, event, known, questions]);
  return (
    <Panel
      title="Pinned pages"
      className="wide"
      note={`pages of 4,096 B at most ${SHARE * 100} % live${known ? `, after event ${count(event)}` : ''}`}
    >
      {!known && <p className="hint">Waits for the run.</p>}
      {pages?.length === 0 && <p className="hint">No page is nearly empty here.</p>}
      {pages !== null && pages.length > 0 && (
        <NumbersTable
          label="Pinned pages"
          heading={['page', 'live', 'blocks that hold it', 'placed at event']}
          rows={pages.flatMap((page) =>
            page.blocks.map((block, i) => [
              i === 0 && (
                <span key="page" className="mono">
                  {address(page.address)}
                </span>
              ),
              i === 0 && exactBytes(page.liveBytes),
              `${address(block.address)}, ${exactBytes(block.bytes)}`,
              block.born === null ? '–' : <EventButton key="born" event={block.born} />,
            ]),
          )}
        />
      )}
    </Panel>
  );
}
