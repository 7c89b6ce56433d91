import './sets.css';
import { useMemo, useRef, useState } from 'react';
import type { MachineView } from '../../../src/experiment/document';
import {
  accessOf,
  hasRow,
  type MachineMoment,
  type MachineRunInfo,
  type SetContent,
} from '../../../src/worker/machine-api';
import { IconButton } from '../../controls/icon-button';
import { Panel } from '../../controls/panel';
import { Segments } from '../../controls/segments';
import { isStacked } from '../../controls/stacked';
import { usePanZoom } from '../../controls/use-pan-zoom';
import { useSize } from '../../controls/use-size';
import { ZoomButtons } from '../../controls/zoom-buttons';
import { count, exactBytes } from '../../format';
import { lookAt, useMachine, useMachineView } from '../../state/machine';
import { AccessWords } from './access-words';
import { SetCanvas } from './set-canvas';
import { layOutSets, mostZoom, placeOf, readableZoom } from './set-layout';
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
  const { colour: wanted } = useMachineView();
  const colour = wanted === 'intensity' && !info?.intensity ? 'owner' : wanted;
  const frame = useRef<HTMLDivElement>(null);
  const { width = 0, height = 0 } = size ?? {};
  const { sets = 0, ways = 0 } = content ?? {};
  const whole = useMemo(
    () => (sets > 0 && width > 0 && height > 0 ? layOutSets(sets, ways, width, height) : null),
    [sets, ways, width, height],
  );
  const set = useMachine(({ moment }) => (moment === null ? null : setOf(moment)));
  const zoom = usePanZoom(frame, {
    width: whole === null ? 0 : width,
    height,
    most: whole === null ? 1 : mostZoom(whole),
    wheel: () => !isStacked(),
  });
  return (
    <Panel
      title="Cache sets"
      className="cache-sets"
      note={content && <Shape content={content} policy={info?.machine.levels[content.level].policy} />}
      tools={
        <>
          <ZoomButtons zoom={zoom} of="sets" all="All sets" />
          <IconButton
            icon="pin"
            label="Go to the set of this access or block"
            disabled={whole === null || set === null}
            onClick={() => {
              if (whole === null || set === null) return;
              const { x, y } = placeOf(whole, set * whole.ways);
              zoom.show(x + whole.width / 2, y + whole.height / 2, readableZoom(whole));
            }}
          />
          <IconButton icon="table" label="Sets as a table" pressed={table} onClick={() => setTable(!table)} />
        </>
      }
    >
      {info && <Choices info={info} level={content?.level ?? 0} colour={colour} />}
      <AccessWords />
      <div className="set-frame" ref={ref}>
        {content && whole && <SetCanvas {...{ content, colour, width, height, whole, zoom, frame }} />}
      </div>
      {content && <SetLegend content={content} colour={colour} />}
      {table && content && <SetTable content={content} />}
    </Panel>
  );
}

/** How large the cache is, and how its sets are to be read. */
function Shape({ content, policy }: { readonly content: SetContent; readonly policy: string | undefined }) {
  return (
    <span>
      {count(content.sets)} {content.sets === 1 ? 'set' : 'sets'} × {content.ways}{' '}
      {content.ways === 1 ? 'way' : 'ways'} · {exactBytes(content.line)} lines · {policy?.toUpperCase()}
      {content.ordered ? ', newest on top' : ', in order of ways'}
    </span>
  );
}

interface ChoicesProps {
  readonly info: MachineRunInfo;
  readonly level: number;
  readonly colour: MachineView['colour'];
}

/** Which cache, of which processor, in which colours. */
function Choices({ info, level, colour }: ChoicesProps) {
  const { processor } = useMachineView();
  const viewpoint = useMachine((state) => state.moment?.viewpoint ?? null);
  return (
    <div className="set-choices">
      <label>
        <span>cache</span>
        <select
          value={level}
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
          <option value={FOLLOW}>who acts{viewpoint === null ? '' : `: P${viewpoint}`}</option>
          {Array.from({ length: info.processors }, (_, p) => `P${p}`).map((name, p) => (
            <option key={name} value={p}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Segments
        label="Colour by"
        options={COLOURS.filter(({ value }) => value !== 'intensity' || info.intensity)}
        chosen={colour}
        onChoose={(chosen) => lookAt({ colour: chosen })}
      />
    </div>
  );
}

/** The set of the current access, or of the event's block; null where there is neither. */
function setOf({ access, accesses, address, content }: MachineMoment): number | null {
  const inside = access !== null && hasRow(accesses, access);
  const at = inside ? accessOf(accesses, access).address : address;
  return at === 0 ? null : Math.floor(at / content.line) % content.sets;
}
