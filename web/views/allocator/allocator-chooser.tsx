import { allocators, findAllocator } from '../../../src/allocators/list';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly onChange: (id: string) => void;
}

/** A list of every built-in allocator. */
export function AllocatorChooser({ id, label, onChange }: Props) {
  return (
    <select
      className="chooser"
      aria-label={label}
      value={id}
      onChange={(event) => onChange(event.target.value)}
    >
      {findAllocator(id) === undefined && <option value={id}>{id} (unknown)</option>}
      {allocators.map((allocator) => (
        <option key={allocator.id} value={allocator.id} title={`${allocator.about} · ${allocator.source}`}>
          {allocator.title}
        </option>
      ))}
    </select>
  );
}
