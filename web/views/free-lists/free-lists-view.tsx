import './free-lists.css';
import { useMemo } from 'react';
import type { Column } from '../../../src/worker/api';
import { Panel } from '../../controls/panel';
import { ScrollArea } from '../../controls/scroll-area';
import { bytes, count } from '../../format';
import { infoOf, reachedOf, shownEventOf, useLab } from '../../state/store';
import { ListRow } from './list-row';
import { PathRow } from './path-row';
import { searchPath } from './search-path';

/** Every free list of an allocator, in list order, and the path of the current search. */
export function FreeListsView({ column }: { readonly column: Column }) {
  const shown = useLab((state) => state.shown[column]);
  const step = useLab((state) => state.experiment.view.step);
  const inside = useLab((state) => shownEventOf(column)(state) !== reachedOf(column)(state));
  const walks = useLab((state) => infoOf(column)(state)?.walks ?? true);
  const moment = shown?.moment ?? null;
  const steps = moment?.steps ?? [];
  const visits = useMemo(() => searchPath(steps, step), [steps, step]);
  const visited = useMemo(() => new Set(visits.map((visit) => visit.address)), [visits]);
  const current = step === null ? null : (steps[Math.min(step, steps.length - 1)]?.block ?? null);
  const lists = (inside ? shown?.before?.lists : moment?.lists) ?? [];
  const filled = lists.filter((list) => list.blocks > 0);
  const blocks = filled.reduce((sum, list) => sum + list.blocks, 0);
  const total = filled.reduce((sum, list) => sum + list.bytes, 0);
  return (
    <Panel
      title="Free lists"
      className="free-lists"
      note={
        moment &&
        walks && (
          <span className="num">
            {lists.length === 1 ? '1 list' : `${filled.length} of ${lists.length} lists hold blocks`} ·{' '}
            {count(blocks)} blocks · {bytes(total)} · {inside ? 'before the event' : 'after the event'}
          </span>
        )
      }
    >
      <ScrollArea className="lists" label="Free lists">
        {visits.length > 0 && <PathRow column={column} visits={visits} current={current} />}
        {filled.map((list) => (
          <ListRow
            key={`${list.name} ${list.number}`}
            column={column}
            list={list}
            numbered={lists.length > 1}
            visited={visited}
            current={current}
          />
        ))}
        {moment && !walks && (
          <p className="hint">
            This allocator does not report its lists; its gaps stay unknown in the heap map.
          </p>
        )}
        {moment && walks && filled.length === 0 && <p className="hint">No block is free.</p>}
      </ScrollArea>
    </Panel>
  );
}
