import { Fragment, useEffect, useRef, useState } from 'react';
import type { AnyExperiment, UserModule, Workload } from '../../src/experiment/document';
import { encodeLink } from '../../src/experiment/pack';
import type { SelectionOptions } from '../../src/trace/selection';
import { Dialog } from '../controls/dialog';
import { bytes, count } from '../format';
import { findKept } from '../state/kept-files';
import { LONGEST_FRAGMENT, sharedExperiment } from '../state/link-sync';
import { lostIn } from '../state/lost';
import { wordsOf } from '../state/problems';

/** The experiment as a link, and what does and does not travel in it. */
export default function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const [experiment] = useState(sharedExperiment);
  const [link, setLink] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    let current = true;
    encodeLink(experiment).then(
      (fragment) => {
        if (current) setLink(`${location.href.replace(/#.*$/, '')}${fragment}`);
      },
      (error) => {
        if (current) setRefused(wordsOf(error));
      },
    );
    return () => {
      current = false;
    };
  }, [experiment]);
  const copy = (text: string) => {
    const select = () => {
      setCopied('refused');
      field.current?.select();
    };
    // Over plain http there is no clipboard, and where there is one it may be forbidden.
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => setCopied('yes'), select);
    else select();
  };
  return (
    <Dialog title="Share this experiment" onClose={onClose}>
      <p>Everything stands in the link itself; there is no server that keeps it.</p>
      <div className="link-field">
        <input
          ref={field}
          readOnly
          aria-label="Link to this experiment"
          value={link ?? ''}
          onFocus={(event) => event.target.select()}
        />
        <button
          type="button"
          className="button primary"
          disabled={link === null}
          onClick={() => {
            if (link !== null) copy(link);
          }}
        >
          {copied === 'yes' ? 'Copied' : 'Copy'}
        </button>
      </div>
      {refused !== null && (
        <p className="wrong" role="alert">
          There is no link to this experiment: {refused}; {shorter(experiment)}.
        </p>
      )}
      {copied === 'refused' && (
        <p className="hint" role="status">
          The browser does not let this page copy: the link is selected, Ctrl C or ⌘ C copies it.
        </p>
      )}
      <dl className="travels">
        <Travels experiment={experiment} />
        <dt>Length</dt>
        <dd className="num">
          {link === null ? (refused === null ? '…' : 'too long') : `${count(link.length)} characters`}
          {link !== null &&
            link.length > LONGEST_FRAGMENT &&
            `: too long for many programs; ${shorter(experiment)}`}
        </dd>
      </dl>
    </Dialog>
  );
}

/** Whether the user's own link finds the file in this browser. */
function Kept({ sha256 }: { readonly sha256: string }) {
  const [kept, setKept] = useState<boolean | null>(null);
  useEffect(() => {
    void findKept(sha256).then((file) => setKept(file !== null));
  }, [sha256]);
  if (kept === null) return null;
  return kept
    ? '. In this browser it is kept: here the link opens it by itself'
    : '. In this browser it is not kept: a reload asks for it too';
}

function Travels({ experiment }: { readonly experiment: AnyExperiment }) {
  const simulated = 'simulation' in experiment;
  const allocators = simulated ? [experiment.simulation.setup.allocator] : experiment.allocators;
  return (
    <>
      <dt>Travels</dt>
      <dd>
        {simulated
          ? 'simulator and model with all of their parameters, allocator, processors and seed; the window, and the block inside it; the fingerprint of the result where the run has come to its end, so that whoever opens it sees whether theirs is the same'
          : 'allocators and their parameters, event and sub-step, the map’s window, the time axis, bookmarks with their notes, and the fingerprints of the results, so that whoever opens it sees whether theirs are the same'}
      </dd>
      {!simulated && (
        <>
          <dt>Trace</dt>
          <dd>
            {carried(experiment.workload)}
            {experiment.workload.kind === 'file' && <Kept sha256={experiment.workload.sha256} />}
          </dd>
        </>
      )}
      {allocators.map(
        ({ id, module }) =>
          module && (
            <Fragment key={id}>
              <dt>Allocator</dt>
              <dd>{carriedModule(module)}</dd>
            </Fragment>
          ),
      )}
    </>
  );
}

const modelOf = (document: unknown): string =>
  typeof document === 'object' && document !== null && 'model' in document ? String(document.model) : '';

/** What makes a shorter link. */
const shorter = (experiment: AnyExperiment): string =>
  'workload' in experiment && experiment.workload.kind === 'model'
    ? 'a model of fewer words, such as MEAN or SIZE, makes a shorter one'
    : 'open a smaller trace';

function carriedModule({ name, bytes: size, data }: UserModule): string {
  return data === undefined
    ? `${name} does not travel: it is too large (${bytes(size)}). The link names it by its SHA-256, and whoever opens the link is asked to drop the file`
    : `${name} travels inside the link (${bytes(size)})`;
}

/** Which part of the recording the link names. */
function partWords({ from, to, everyObject }: SelectionOptions): string {
  const events = from !== undefined || to !== undefined;
  return [
    events ? `; events ${count(from ?? 0)} to ${to === undefined ? 'its end' : count(to)} of it` : '',
    everyObject === undefined ? '' : `; one object of every ${count(everyObject)}`,
  ].join('');
}

function carried(workload: Workload): string {
  switch (workload.kind) {
    case 'sample':
      return `${workload.name}, by name: it ships with the lab${partWords(workload)}`;
    case 'inline':
      return `${workload.name} travels inside the link (${bytes(workload.text.length)} before packing)${partWords(workload)}`;
    case 'file':
      return `${workload.name} does not travel: it is too large (${bytes(workload.bytes)}). The link names it by its SHA-256, and whoever opens the link is asked to drop the file${partWords(workload)}`;
    case 'script':
      return `the script ${workload.name} travels as text`;
    case 'model':
      return `the model travels with its seed and the number of events, the program’s trace does not: whoever opens the link generates the same ${count(workload.events)} events. ${lostIn(modelOf(workload.model))}`;
  }
}
