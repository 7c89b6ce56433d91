import '../../charts/charts.css';
import './trace-page.css';
import { useEffect } from 'react';
import { useLab } from '../../state/store';
import { fetchReport, useTracePage } from '../../state/trace-page';
import { BookmarksView } from '../../views/bookmarks/bookmarks-view';
import { ColumnTabs } from '../../views/column-tabs';
import { AddressTimeView } from './address-time-view';
import { CommonSizesView } from './common-sizes';
import { CompareView } from './compare-view';
import { LeaksView } from './leaks-view';
import { LiveByClassView } from './live-by-class';
import { MemoryView } from './memory-view';
import { PeakView } from './peak-view';
import { PinnedView } from './pinned-view';
import { RecordingView } from './recording-view';
import { RunReach } from './run-reach';
import { SearchView } from './search-view';
import { SitesView } from './sites-view';
import { SizeClassesView } from './size-classes';

/** Questions that a person has of a trace. */
export default function TracePage() {
  const trace = useLab((state) => state.trace);
  const active = useLab((state) => state.active);
  const report = useTracePage((state) => state.report);
  const looked = useTracePage((state) => state.looked);
  const opened = trace.kind === 'ready' ? trace.opened : null;
  useEffect(() => {
    if (opened !== null) void fetchReport(opened);
  }, [opened]);
  if (opened === null) return <p className="hint pad">Open a trace to ask about it.</p>;
  return (
    <div className="trace-page">
      <section className="trace-part" aria-labelledby="trace-program">
        <h2 id="trace-program">The program</h2>
        <RecordingView opened={opened} />
        <BookmarksView />
        {report === null ? (
          <p className="run-reach hint" role="status">
            Looking through the trace …
            <progress value={looked} aria-label="Looked through" />
          </p>
        ) : (
          <div className="trace-grid">
            <SizeClassesView report={report} />
            <LiveByClassView report={report} />
            <div className="trace-stack">
              <PeakView report={report} />
              <LeaksView report={report} />
            </div>
            <CommonSizesView report={report} />
            <SitesView report={report} />
          </div>
        )}
      </section>
      <section className="trace-part" aria-labelledby="trace-allocators">
        <h2 id="trace-allocators">Every allocator on it</h2>
        <CompareView />
      </section>
      <section className="trace-part" aria-labelledby="trace-blocks">
        <header>
          <h2 id="trace-blocks">Where its blocks lie</h2>
          <ColumnTabs />
          <RunReach column={active} />
        </header>
        <AddressTimeView key={`${opened.sha256} ${opened.name} ${active}`} column={active} />
        <div className="trace-grid">
          <SearchView column={active} />
          <PinnedView column={active} />
        </div>
      </section>
      <section className="trace-part" aria-labelledby="trace-memory">
        <h2 id="trace-memory">What it takes to look at it</h2>
        <MemoryView />
      </section>
    </div>
  );
}
