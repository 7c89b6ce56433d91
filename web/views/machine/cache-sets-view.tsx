import { useState } from 'react';
import type { MachineView } from '../../../src/experiment/document';
import { IconButton } from '../../controls/icon-button';
import { Panel } from '../../controls/panel';
import { Segments } from '../../controls/segments';
import { useSize } from '../../controls/use-size';
import { count, exactBytes } from '../../format';
import { lookAt, useMachine, useMachineView } from '../../state/machine';
import { AccessWords } from './access-words';
import { SetCanvas } from './set-canvas';
import { SetLegend } from './set-legend';
import { SetTable } from './set-table';

const COLOURS: readonly { readonly value: MachineView['colour']; readonly title: string }[] = [
  { value: 'owner', title: 'owner' },
  { value: 'state', title: 'MESI' },
  { value: 'intensity', title: 'intensive' },
  { value: 'page', title: 'page' },
];

const FOLLOW = 'follow';

/** What a cache holds at the cursor: sets × ways. */
export function CacheSetsView() {
  const [ref, size] = useSize<HTMLDivElement>();
  const [table, setTable] = useState(false);
  const info = useMachine((state) => (state.run.kind === 'ready' ? state.run.info : null));
  const content = useMachine((state) => state.moment?.content ?? null);
  const { processor, colour: wanted } = useMachineView();
  const viewpoint = useMachine((state) => state.moment?.viewpoint ?? null);
  const policy = info?.machine.levels[content?.level ?? 0].policy;
  const colour = wanted === 'intensity' && !info?.intensity ? 'owner' : wanted;
  const choices = COLOURS.filter(({ value }) => value !== 'intensity' || info?.intensity);
  return (
    <Panel
      title="Cache sets"
      className="cache-sets"
      note={
        content && (
          <span>
            {count(content.sets)} {content.sets === 1 ? 'set' : 'sets'} × {content.ways}{' '}
            {content.ways === 1 ? 'way' : 'ways'} · {exactBytes(content.line)} lines · {policy?.toUpperCase()}
            {content.ordered ? ', newest on top' : ', in order of ways'}
          </span>
        )
      }
      tools={
        <IconButton icon="table" label="Sets as a table" pressed={table} onClick={() => setTable(!table)} />
      }
    >
      {info && (
        <div className="set-choices">
          <label>
            <span>cache</span>
            <select
              value={content?.level ?? 0}
              aria-label="Cache level"
              onChange={({ target }) => lookAt({ level: Number(target.value) })}
            >
              {info.machine.levels.map(({ name }, i) => (
                <option key={name} value={i}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>of</span>
            <select
              value={processor ?? FOLLOW}
              aria-label="Processor"
              onChange={({ target }) =>
                lookAt({ processor: target.value === FOLLOW ? null : Number(target.value) })
              }
            >
              <option value={FOLLOW}>
                the event’s processor{viewpoint === null ? '' : `: P${viewpoint}`}
              </option>
              {Array.from({ length: info.processors }, (_, p) => `P${p}`).map((name, p) => (
                <option key={name} value={p}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <Segments
            label="Colour by"
            options={choices}
            chosen={colour}
            onChoose={(chosen) => lookAt({ colour: chosen })}
          />
        </div>
      )}
      <AccessWords />
      <div className="set-frame" ref={ref}>
        {content && size && size.width > 0 && size.height > 0 && (
          <SetCanvas content={content} colour={colour} width={size.width} height={size.height} />
        )}
      </div>
      {content && <SetLegend content={content} colour={colour} />}
      {table && content && <SetTable content={content} />}
    </Panel>
  );
}
