import './shell/shell.css';
import { lazy, Suspense } from 'react';
import { pages } from './pages/list';
import { Dialogs } from './shell/dialogs';
import { DropZone } from './shell/drop-zone';
import { Header } from './shell/header';
import { JobBar } from './shell/job-bar';
import { Problems } from './shell/problems';
import { useLab } from './state/store';

const bodies = new Map(pages.map((page) => [page.id, lazy(page.load)]));

/** Fetched when a file is to be kept. */
const KeepBar = lazy(() => import('./shell/keep-bar'));
/** Fetched with the first bookmark. */
const MarkBar = lazy(() => import('./views/bookmarks/mark-bar'));

/** The page's frame: what is on every page, around the one that the document names. */
export function App() {
  const chosen = useLab((state) => state.experiment.view.page);
  const keep = useLab((state) => state.keep);
  const marking = useLab((state) => state.marking);
  const Body = bodies.get(chosen) ?? bodies.get(pages[0].id);
  return (
    <>
      <a className="skip" href="#main">
        Skip to the experiment
      </a>
      <Header />
      <JobBar />
      <Problems />
      {keep !== null && (
        <Suspense>
          <KeepBar keep={keep} />
        </Suspense>
      )}
      <main id="main" tabIndex={-1}>
        <Suspense fallback={<p className="hint pad">Loading …</p>}>{Body && <Body />}</Suspense>
      </main>
      {marking !== null && (
        <Suspense>
          <MarkBar key={`${marking.kind} ${marking.event}`} marking={marking} />
        </Suspense>
      )}
      <Dialogs />
      <DropZone />
    </>
  );
}
