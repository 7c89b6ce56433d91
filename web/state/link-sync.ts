/** The address bar holds the experiment, so that a reload and a copied address find it again. */
import type { AnyExperiment } from '../../src/experiment/document';
import { receive, showPreset } from './document';
import { report } from './problems';
import { shares } from './shares';
import { finishedIn, useLab } from './store';

/** Browsers and chats cut longer addresses; beyond it the address bar is left alone and Share says so. */
export const LONGEST_FRAGMENT = 200_000;
const QUIET_MS = 400;

const { getState, subscribe } = useLab;
/** Each half of links is fetched when there is one to read or to write; the schema comes with the reading half. */
const reading = () => import('../../src/experiment/link');
const writing = () => import('../../src/experiment/pack');
let written = '';
/** The document fits into no link; said once, not at every change of it. */
let refused = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes over the document that the address holds, if any, and follows the document from then on. */
export async function startLinks(): Promise<void> {
  shares.changed = writeSoon;
  await read();
  subscribe((state, before) => {
    if (state.experiment === before.experiment && state.runs === before.runs) return;
    writeSoon();
  });
  addEventListener('hashchange', () => void read());
  addEventListener('pagehide', () => void write());
}

/** The document as it is shared: with the fingerprints of its runs, where all of them are done. */
export function sharedExperiment(): AnyExperiment {
  const simulation = shares.simulation();
  if (simulation !== null) return simulation;
  const { experiment, runs } = getState();
  const fingerprints = runs.flatMap((run) => finishedIn(run)?.summary.fingerprint ?? []);
  return {
    ...experiment,
    fingerprints: fingerprints.length === experiment.allocators.length ? fingerprints : [],
  };
}

async function read(): Promise<void> {
  const fragment = location.hash;
  if (fragment === '' || fragment === written) return;
  // A card of the catalogue, under whatever experiment is there: a link that people can write.
  const preset = /^#preset=([a-z0-9-]+)$/.exec(fragment)?.[1];
  if (preset !== undefined) return showPreset(preset);
  try {
    const { decodeLink } = await reading();
    const document = await decodeLink(fragment);
    if ('simulation' in document) void (await import('./simulations')).openSimulation(document, document);
    else receive(document);
  } catch (error) {
    report('This link could not be read', error);
  }
}

function writeSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void write(), QUIET_MS);
}

async function write(): Promise<void> {
  try {
    const { encodeLink } = await writing();
    const fragment = await encodeLink(sharedExperiment());
    refused = false;
    if (fragment.length > LONGEST_FRAGMENT || fragment === written) return;
    written = fragment;
    history.replaceState(null, '', fragment);
  } catch (error) {
    if (!refused) report('The address no longer holds this experiment', error);
    refused = true;
  }
}
