import { useMemo } from 'react';
import { choicesIn } from '../../state/allocators';
import { useLab } from '../../state/store';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly onChange: (id: string) => void;
}

/** A list of every allocator: the lab's own, and the modules that the user brought. */
export function AllocatorChooser({ id, label, onChange }: Props) {
  const modules = useLab((state) => state.modules);
  const choices = useMemo(() => choicesIn({ modules }), [modules]);
  return (
    <select
      className="chooser"
      aria-label={label}
      value={id}
      onChange={(event) => onChange(event.target.value)}
    >
      {!choices.some((choice) => choice.id === id) && <option value={id}>{id} (unknown)</option>}
      {choices.map((allocator) => (
        <option key={allocator.id} value={allocator.id} title={`${allocator.about} · ${allocator.source}`}>
          {allocator.title}
        </option>
      ))}
    </select>
  );
}
