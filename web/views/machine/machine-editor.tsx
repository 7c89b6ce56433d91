import './machine-editor.css';
import { useState } from 'react';
import { documentOf } from '../../../src/machine/figures';
import { type MachineDocument, parseMachine } from '../../../src/machine/machine';
import { MACHINES } from '../../../src/machine/presets';
import { Dialog } from '../../controls/dialog';
import { IconButton } from '../../controls/icon-button';
import { setMachine } from '../../state/document';
import { machineIn } from '../../state/machine';
import { useLab } from '../../state/store';
import {
  costFields,
  type Draft,
  fieldName,
  generalFields,
  grown,
  levelFields,
  type Refusal,
  refusalOf,
  tlbFields,
  without,
  withValue,
} from './machine-draft';
import { Fields, type Form } from './machine-fields';

/** The whole document of what is named or edited, or of what cannot be built as it stands. */
function wholeOf(document: unknown): Draft {
  return refusalOf(document) === null
    ? { ...documentOf(parseMachine(document)) }
    : { ...(document as Draft) };
}

/** The machine as a form, and as a document; what cannot be built is refused at its field, with the reason. */
export function MachineEditor({ onClose }: { readonly onClose: () => void }) {
  const machine = machineIn(useLab.getState().experiment);
  const preset = MACHINES.find(({ id }) => id === machine) ?? null;
  const [original] = useState(() => wholeOf(preset?.document ?? machine));
  const [draft, setDraft] = useState(original);
  const [text, setText] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const refusal = refusalOf(draft);
  const change = (next: Draft) => {
    setDraft(next);
    setText(null);
    setBroken(null);
  };
  const write = (written: string) => {
    setText(written);
    try {
      setDraft(wholeOf(JSON.parse(written)));
      setBroken(null);
    } catch (error) {
      setBroken(error instanceof Error ? error.message : String(error));
    }
  };
  const use = () => {
    if (refusal !== null || broken !== null) return;
    // What was not changed keeps its name.
    if (preset === null || JSON.stringify(draft) !== JSON.stringify(original))
      setMachine(draft as Record<string, unknown>);
    onClose();
  };
  const form: Form = {
    draft,
    refusal,
    preset,
    original,
    onChange: (field, value) => change(withValue(draft, field.path, value)),
  };
  const levels = (draft.levels ?? []) as MachineDocument['levels'];
  const tlb = (draft.tlb ?? []) as NonNullable<MachineDocument['tlb']>;
  return (
    <Dialog title="The machine" onClose={onClose}>
      {Array.isArray(levels) && Array.isArray(tlb) && (
        <div className="machine-form">
          <Fields title="Machine" fields={generalFields} form={form} />
          {levels.map((level, i) => (
            <Fields
              // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
              key={i}
              title={level?.name ?? `L${i + 1}`}
              fields={levelFields(i)}
              form={form}
              tools={
                levels.length > 1 && (
                  <IconButton
                    icon="close"
                    label={`Remove ${level?.name ?? `L${i + 1}`}`}
                    onClick={() => change(without(draft, 'levels', i))}
                  />
                )
              }
            />
          ))}
          {tlb.map((one, i) => (
            <Fields
              // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
              key={i}
              title={one?.name ?? `TLB ${i + 1}`}
              fields={tlbFields(i)}
              form={form}
              tools={
                <IconButton
                  icon="close"
                  label={`Remove ${one?.name ?? `TLB ${i + 1}`}`}
                  onClick={() => change(without(draft, 'tlb', i))}
                />
              }
            />
          ))}
          <div className="machine-add">
            <button type="button" className="button small" onClick={() => change(grown(draft, 'levels'))}>
              Add a cache level
            </button>
            <button type="button" className="button small" onClick={() => change(grown(draft, 'tlb'))}>
              Add a TLB
            </button>
          </div>
          <Fields title="Costs" fields={costFields} form={form} />
        </div>
      )}
      <Whole refusal={refusal} broken={broken} levels={levels} tlb={tlb} />
      <div className="machine-use">
        <button
          type="button"
          className="button primary"
          disabled={refusal !== null || broken !== null}
          onClick={use}
        >
          Run on this machine
        </button>
      </div>
      {preset && (
        <section>
          <h3>Where the figures of “{preset.title}” come from</h3>
          <ol className="sources">
            {preset.sources.map(({ source }, i) => (
              <li key={source} id={`machine-source-${i}`} tabIndex={-1}>
                {source}
              </li>
            ))}
          </ol>
        </section>
      )}
      <details>
        <summary>As a document (JSON)</summary>
        <textarea
          className="machine-text mono"
          aria-label="Machine document (JSON)"
          aria-invalid={broken !== null}
          spellCheck={false}
          rows={18}
          value={text ?? JSON.stringify(draft, null, 2)}
          onChange={({ target }) => write(target.value)}
        />
      </details>
    </Dialog>
  );
}

/** What is wrong with the document and has no field of its own. */
function Whole(props: {
  readonly refusal: Refusal | null;
  readonly broken: string | null;
  readonly levels: readonly unknown[];
  readonly tlb: readonly unknown[];
}) {
  const { refusal, broken, levels, tlb } = props;
  const fields = [
    ...generalFields,
    ...(Array.isArray(levels) ? levels.flatMap((_, i) => levelFields(i)) : []),
    ...(Array.isArray(tlb) ? tlb.flatMap((_, i) => tlbFields(i)) : []),
    ...costFields,
  ];
  const text =
    broken ??
    (refusal !== null && !fields.some((field) => fieldName(field) === refusal.path)
      ? `${refusal.path === '' ? '' : `${refusal.path}: `}${refusal.reason}`
      : null);
  return text === null ? null : (
    <p role="alert" className="machine-failed">
      {text}
    </p>
  );
}
