import { useMemo, useRef } from 'react';
import { choicesIn } from '../../state/allocators';
import { useLab } from '../../state/store';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly onChange: (id: string) => void;
  /** A module that the user chose. */
  readonly onFile: (file: File) => void;
}

/** The entry that opens a file; no allocator is called so. */
const BRING = ' bring';

/** A list of every allocator: the lab's own, and the modules that the user brought or now brings. */
export function AllocatorChooser({ id, label, onChange, onFile }: Props) {
  const modules = useLab((state) => state.modules);
  const choices = useMemo(() => choicesIn({ modules }), [modules]);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <select
        className="chooser"
        aria-label={label}
        value={id}
        onChange={({ target }) => {
          if (target.value === BRING) input.current?.click();
          else onChange(target.value);
        }}
      >
        {!choices.some((choice) => choice.id === id) && (
          <option value={id}>{id.replace(/^user:/, '')} (not here)</option>
        )}
        {choices.map((allocator) => (
          <option key={allocator.id} value={allocator.id} title={`${allocator.about} · ${allocator.source}`}>
            {allocator.title}
          </option>
        ))}
        <option value={BRING}>Bring your own .wasm …</option>
      </select>
      <input
        ref={input}
        type="file"
        accept=".wasm"
        hidden
        aria-label={`Module for ${label}`}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
