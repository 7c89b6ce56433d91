import type { KeySection } from '../../controls/keys';

/** Those of `editor.tsx`; the rest are CodeMirror's usual ones. */
export default [
  {
    heading: 'In the script editor',
    list: [
      { keys: ['Ctrl Enter'], about: 'run the script in the lab' },
      { keys: ['Ctrl Z', 'Ctrl Y'], about: 'undo, redo' },
      { keys: ['F8'], about: 'to the next mistake' },
    ],
  },
] satisfies readonly KeySection[];
