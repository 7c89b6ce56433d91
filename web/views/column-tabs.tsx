import { Segments } from '../controls/segments';
import { useLab } from '../state/store';
import { useColumns } from '../state/use-columns';

/** Chooses the column that the side panels speak of; nothing to choose where there is one. */
export function ColumnTabs() {
  const columns = useColumns();
  const active = useLab((state) => state.active);
  if (columns.length < 2) return null;
  return (
    <Segments
      label="Column"
      options={columns.map(({ column, short }) => ({ value: column, title: short }))}
      chosen={active}
      onChoose={(column) => useLab.setState({ active: column })}
    />
  );
}
