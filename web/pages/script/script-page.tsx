import '../contents.css';
import './script-page.css';
import { useEffect } from 'react';
import { NumberField } from '../../controls/number-field';
import { runScript, setDraft, startScript, stopScript, useScript } from '../../state/script';
import { Editor } from './editor';
import { ExampleList } from './example-list';
import { LanguageHelp } from './language-help';
import { ScriptStatus } from './script-status';

/** Programs that allocate, written on the page and run in the lab. */
export default function ScriptPage() {
  const draft = useScript((state) => state.draft);
  const check = useScript((state) => state.check);
  useEffect(() => {
    startScript();
    return stopScript;
  }, []);
  return (
    <div className="script">
      <ExampleList />
      <section className="script-main panel" aria-label="Script">
        <header>
          <label>
            Name{' '}
            <input
              value={draft.name}
              maxLength={200}
              onChange={(event) => setDraft({ name: event.target.value })}
            />
          </label>
          <NumberField
            label="Seed"
            value={draft.seed}
            min={0}
            max={Number.MAX_SAFE_INTEGER}
            onChange={(seed) => setDraft({ seed })}
          />
          <button
            type="button"
            className="button primary"
            disabled={check?.kind !== 'good'}
            title="Run (Ctrl Enter)"
            onClick={() => runScript()}
          >
            Run in the lab
          </button>
          <button
            type="button"
            className="button"
            disabled={check?.kind !== 'good'}
            title="Its threads on virtual processors, its accesses through modelled caches"
            onClick={() => runScript('machine')}
          >
            Run on the machine
          </button>
        </header>
        <Editor
          source={draft.source}
          check={check}
          onChange={(source) => setDraft({ source })}
          onRun={runScript}
        />
        <ScriptStatus check={check} />
      </section>
      <LanguageHelp />
    </div>
  );
}
