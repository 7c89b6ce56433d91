import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { ScriptCheck } from '../../../src/worker/study-api';
import { traceScript } from './language';

interface Props {
  readonly source: string;
  /** What the last check found; null while it is under way. */
  readonly check: ScriptCheck | null;
  readonly onChange: (source: string) => void;
  /** Control-Enter. */
  readonly onRun: () => void;
}

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '12.5px', color: 'var(--ink)', backgroundColor: 'var(--panel)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--ink2)',
    borderRight: '1px solid var(--hairline)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--sunken)' },
  '.cm-matchingBracket.cm-matchingBracket': {
    backgroundColor: 'var(--free)',
    outline: '1px solid var(--edge)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--panel)', border: '1px solid var(--edge)', color: 'var(--ink)' },
});

/** CodeMirror on a trace script. Tab leaves it, as everywhere on the page. */
export function Editor({ source, check, onChange, onRun }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const call = useRef({ onChange, onRun });
  call.current = { onChange, onRun };
  const first = useRef(source);
  useEffect(() => {
    if (!place.current) return;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          lineNumbers(),
          history(),
          highlightActiveLine(),
          bracketMatching(),
          indentOnInput(),
          lintGutter(),
          traceScript,
          look,
          EditorView.contentAttributes.of({ 'aria-label': 'Trace script' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) call.current.onChange(update.state.doc.toString());
          }),
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => {
                call.current.onRun();
                return true;
              },
            },
            ...lintKeymap,
            ...defaultKeymap,
            ...historyKeymap,
          ]),
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, []);
  useEffect(() => {
    const view = editor.current;
    if (view === null || view.state.doc.toString() === source) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: source } });
  }, [source]);
  useEffect(() => {
    const view = editor.current;
    if (view === null) return;
    const end = view.state.doc.length;
    const wrong = check?.kind === 'wrong' ? check : null;
    const diagnostics =
      wrong === null
        ? []
        : [
            {
              from: Math.min(wrong.from, end),
              to: Math.min(Math.max(wrong.to, wrong.from), end),
              severity: 'error' as const,
              message: wrong.message,
            },
          ];
    view.dispatch(setDiagnostics(view.state, diagnostics));
  }, [check]);
  return <div ref={place} className="editor" />;
}
