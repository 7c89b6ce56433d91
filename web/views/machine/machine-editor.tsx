import './machine-editor.css';
import { useState } from 'react';
import { COST_SOURCES } from '../../../src/machine/costs';
import { documentOf } from '../../../src/machine/figures';
import { DEFAULT_COSTS, type MachineDocument, parseMachine } from '../../../src/machine/machine';
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
import { Fields, type Form, type KnownFigures } from './machine-fields';

/** The whole document of what is named or edited, or of what cannot be built as it stands. */
function wholeOf(document: unknown): Draft {
  return refusalOf(document) === null
    ? { ...documentOf(parseMachine(document)) }
    : { ...(document as Draft) };
}

/** What is being edited, as a form and as a document; `text` is the document while it is typed, `broken` why it is none. */
function useDraft(start: unknown) {
  const [original] = useState(() => wholeOf(start));
  const [draft, setDraft] = useState(original);
  const [text, setText] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
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
  return { original, draft, text, broken, refusal: refusalOf(draft), change, write };
}

/** The machine as a form, and as a document; what cannot be built is refused at its field, with the reason. */
export function MachineEditor({ onClose }: { readonly onClose: () => void }) {
  const machine = machineIn(useLab.getState().experiment);
  const preset = MACHINES.find(({ id }) => id === machine) ?? null;
  const { original, draft, text, broken, refusal, change, write } = useDraft(preset?.document ?? machine);
  const known: KnownFigures =
    preset === null
      ? { document: { costs: DEFAULT_COSTS }, sources: COST_SOURCES }
      : { document: original, sources: preset.sources };
  const usable = refusal === null && broken === null;
  const use = () => {
    if (!usable) return;
    // What was not changed keeps its name.
    if (preset === null || JSON.stringify(draft) !== JSON.stringify(original))
      setMachine(draft as Record<string, unknown>);
    onClose();
  };
  const onChange: Form['onChange'] = (field, value) => change(withValue(draft, field.path, value));
  const levels = (draft.levels ?? []) as MachineDocument['levels'];
  const tlb = (draft.tlb ?? []) as NonNullable<MachineDocument['tlb']>;
  return (
    <Dialog title="The machine" onClose={onClose}>
      {Array.isArray(levels) && Array.isArray(tlb) && (
        <MachineForm form={{ draft, refusal, known, onChange }} levels={levels} tlb={tlb} onChange={change} />
      )}
      <Whole refusal={refusal} broken={broken} levels={levels} tlb={tlb} />
      <div className="machine-use">
        <button type="button" className="button primary" disabled={!usable} onClick={use}>
          Run on this machine
        </button>
      </div>
      <Sources
        heading={
          preset === null
            ? 'Where the default costs come from'
            : `Where the figures of “${preset.title}” come from`
        }
        sources={known.sources}
      />
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

interface MachineFormProps {
  readonly form: Form;
  readonly levels: MachineDocument['levels'];
  readonly tlb: NonNullable<MachineDocument['tlb']>;
  readonly onChange: (next: Draft) => void;
}

/** A group of fields for the machine, one a cache level, one a TLB, one for what things cost. */
function MachineForm({ form, levels, tlb, onChange }: MachineFormProps) {
  const { draft } = form;
  const remove = (list: 'levels' | 'tlb', i: number, name: string) => (
    <IconButton icon="close" label={`Remove ${name}`} onClick={() => onChange(without(draft, list, i))} />
  );
  const add = (list: 'levels' | 'tlb', words: string) => (
    <button type="button" className="button small" onClick={() => onChange(grown(draft, list))}>
      {words}
    </button>
  );
  return (
    <div className="machine-form">
      <Fields title="Machine" fields={generalFields} form={form} />
      {levels.map((level, i) => {
        const name = level?.name ?? `L${i + 1}`;
        return (
          <Fields
            // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
            key={i}
            title={name}
            fields={levelFields(i)}
            form={form}
            tools={levels.length > 1 && remove('levels', i, name)}
          />
        );
      })}
      {tlb.map((one, i) => {
        const name = one?.name ?? `TLB ${i + 1}`;
        return (
          <Fields
            // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
            key={i}
            title={name}
            fields={tlbFields(i)}
            form={form}
            tools={remove('tlb', i, name)}
          />
        );
      })}
      <div className="machine-add">
        {add('levels', 'Add a cache level')}
        {add('tlb', 'Add a TLB')}
      </div>
      <Fields title="Costs" fields={costFields} form={form} />
    </div>
  );
}

interface SourcesProps {
  readonly heading: string;
  readonly sources: KnownFigures['sources'];
}

/** What the numbers beside the fields lead to. */
function Sources({ heading, sources }: SourcesProps) {
  return (
    <section>
      <h3>{heading}</h3>
      <ol className="sources">
        {sources.map(({ source }, i) => (
          <li key={source} id={`machine-source-${i}`} tabIndex={-1}>
            {source}
          </li>
        ))}
      </ol>
    </section>
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
