import type { KeyHelp, KeySection } from '../controls/keys';
import { redo, setCursor, undo } from './document';
import { changeSpeed, nextEvent, stepBack, stepIn, stepOut, toggle } from './playback';
import { eventsOf, useLab } from './store';

/** Known by `KeyboardEvent.key` with `Ctrl+` or `Shift+` before it; one without shown keys goes with the one before it. */
interface Key extends KeyHelp {
  readonly act: () => void;
}

const { getState, setState } = useLab;

/** What moves about in the trace, on pages that show its cursor. */
const cursorKeys: readonly Key[] = [
  { keys: ['Space'], about: 'play or pause', on: [' '], act: toggle },
  { keys: ['←', '→'], about: 'one event back or forward', on: ['ArrowRight'], act: () => nextEvent(1) },
  { keys: [], about: '', on: ['ArrowLeft'], act: () => nextEvent(-1) },
  {
    keys: ['Shift ←', 'Shift →'],
    about: '100 events back or forward',
    on: ['Shift+ArrowRight'],
    act: () => nextEvent(100),
  },
  { keys: [], about: '', on: ['Shift+ArrowLeft'], act: () => nextEvent(-100) },
  {
    keys: ['↓'],
    about: 'into the event, then to its next sub-step (machine: access)',
    on: ['ArrowDown'],
    act: stepIn,
  },
  { keys: ['↑'], about: 'to the one before, then out of the event', on: ['ArrowUp'], act: stepBack },
  { keys: ['Esc'], about: 'out of the event; let go of the chosen block', on: ['Escape'], act: letGo },
  { keys: ['Home', 'End'], about: 'first or last event', on: ['Home'], act: () => setCursor(0) },
  { keys: [], about: '', on: ['End'], act: () => setCursor(eventsOf(getState()) - 1) },
  {
    keys: ['G'],
    about: 'go to an event by its number',
    on: ['g', 'G'],
    act: () => document.getElementById('go-to')?.focus(),
  },
  { keys: ['−', '+'], about: 'slower or faster', on: ['+', '='], act: () => changeSpeed(1) },
  { keys: [], about: '', on: ['-'], act: () => changeSpeed(-1) },
];

const bookmarks = () => import('./bookmarks');

/** What the keyboard does on pages that show bookmarks. */
const bookmarkKeys: readonly Key[] = [
  {
    keys: ['B'],
    about: 'bookmark the event with a note, or edit its note',
    on: ['b', 'B'],
    act: () => void bookmarks().then(({ markCursor }) => markCursor()),
  },
  {
    keys: ['P', 'N'],
    about: 'bookmark before or after',
    on: ['n', 'N'],
    act: () => void bookmarks().then(({ goToMark }) => goToMark(1)),
  },
  {
    keys: [],
    about: '',
    on: ['p', 'P'],
    act: () => void bookmarks().then(({ goToMark }) => goToMark(-1)),
  },
];

/** What the keyboard does on every page. */
const pageKeys: readonly Key[] = [
  { keys: ['O'], about: 'open a trace', on: ['o', 'O'], act: () => setState({ dialog: 'open' }) },
  { keys: ['S'], about: 'share', on: ['s', 'S'], act: () => setState({ dialog: 'share' }) },
  { keys: ['Ctrl Z'], about: 'undo', on: ['Ctrl+z'], act: undo },
  { keys: ['Ctrl Shift Z', 'Ctrl Y'], about: 'redo', on: ['Ctrl+Shift+Z', 'Ctrl+y'], act: redo },
  { keys: ['?'], about: 'this panel', on: ['?', 'Shift+?'], act: () => setState({ dialog: 'keys' }) },
];

const keys: readonly Key[] = [...cursorKeys, ...bookmarkKeys, ...pageKeys];

const traceKeys: readonly Key[] = [...bookmarkKeys, ...pageKeys];

const shown = (list: readonly Key[]) => list.filter((key) => key.keys.length > 0);

/** For the `?` panel, which adds what pages have of their own. */
export const keySections: readonly KeySection[] = [
  { heading: 'On the pages Lab and Machine', list: shown(cursorKeys) },
  { heading: 'On the pages Lab, Machine and Trace', list: shown(bookmarkKeys) },
  { heading: 'On every page', list: shown(pageKeys) },
];

function letGo(): void {
  if (getState().selected !== null) setState({ selected: null });
  else stepOut();
}

/** @param showsCursor whether a page, by its id, shows the trace's cursor */
export function startKeys(showsCursor: (page: string) => boolean): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || getState().dialog !== null || event.altKey) return;
    // An editor has keys of its own.
    if (event.target instanceof HTMLElement && event.target.isContentEditable) return;
    const typing = event.target instanceof HTMLElement && event.target.closest('input, select, textarea');
    const name = nameOf(event);
    if (typing && !name.startsWith('Ctrl+')) return;
    // Space and Enter on a button press the button.
    if (event.key === ' ' && event.target instanceof HTMLElement && event.target.closest('button, summary'))
      return;
    // Elsewhere Space, the arrows, Home and End scroll.
    const { page } = getState().experiment.view;
    const known = showsCursor(page) ? keys : page === 'trace' ? traceKeys : pageKeys;
    const key = known.find(({ on }) => on.includes(name));
    if (!key) return;
    event.preventDefault();
    key.act();
  });
}

function nameOf(event: KeyboardEvent): string {
  const control = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
  const shift = event.shiftKey && (event.key.length > 1 || control) ? 'Shift+' : '';
  return `${control}${shift}${event.key}`;
}
