import './regions.css';
import { useMemo, useState } from 'react';
import type { Column, Region } from '../../../src/worker/api';
import { Panel } from '../../controls/panel';
import { ScrollArea } from '../../controls/scroll-area';
import { bytes, count } from '../../format';
import { useLab } from '../../state/store';
import { type NestedRegion, nest } from './nest';

/** Rows that are drawn before "more" is asked for. */
const FIRST_ROWS = 24;

/** An allocator's regions, each as long as it is: how full it is, whose it is, and what it is divided into. */
export default function RegionsPanel({ column }: { readonly column: Column }) {
  const regions = useLab((state) => state.shown[column]?.moment?.regions);
  const rows = useMemo(() => nest(regions ?? []), [regions]);
  const [all, setAll] = useState(false);
  const longest = rows.reduce((most, { region }) => Math.max(most, region.bytes), 1);
  const shown = all ? rows : rows.slice(0, FIRST_ROWS);
  const live = rows.reduce((sum, { region }) => sum + region.liveBytes, 0);
  const divided = rows.some(({ parts }) => parts.length > 0);
  return (
    <Panel
      title="Regions"
      className="regions"
      note={
        <span className="num">
          {count(rows.length)} {rows.length === 1 ? 'region' : 'regions'} · {bytes(live)} live
          {divided && ` · left to right: offset in the cache, 0 to ${bytes(longest)}`}
        </span>
      }
    >
      <ScrollArea className="region-rows" label="Regions">
        {shown.map((row) => (
          <RegionRow key={`${row.region.address} ${row.region.name}`} row={row} longest={longest} />
        ))}
        {shown.length < rows.length && (
          <button type="button" className="link" onClick={() => setAll(true)}>
            {count(rows.length - shown.length)} more
          </button>
        )}
      </ScrollArea>
    </Panel>
  );
}

function RegionRow({ row: { region, parts }, longest }: { row: NestedRegion; longest: number }) {
  const segments = parts.length > 0 ? parts : [region];
  const said = segments.map(
    ({ name, bytes: size, liveBytes }) => `${name}: ${bytes(liveBytes)} of ${bytes(size)} live`,
  );
  return (
    <div className="region-row">
      <span className="region-name">
        {region.name}
        <small className="mono">
          0x{region.address.toString(16)}
          {region.owner >= 0 && ` · heap ${region.owner}`}
        </small>
      </span>
      <span className="region-bar" role="img" aria-label={said.join('; ')} title={said.join('\n')}>
        {segments.map((segment) => (
          <Segment key={segment.address} segment={segment} region={region} longest={longest} />
        ))}
      </span>
    </div>
  );
}

/** A part in its place, filled as far as it is live: from its left end, or from its right where it grows downwards. */
function Segment({ segment, region, longest }: { segment: Region; region: Region; longest: number }) {
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  const downwards = segment.name.startsWith('mild');
  return (
    <span
      className="region-part"
      data-kind={segment.kind}
      style={{
        left: percent(segment.address - region.address, longest),
        width: percent(segment.bytes, longest),
      }}
    >
      <span
        className="region-fill"
        style={{ width: percent(segment.liveBytes, segment.bytes), [downwards ? 'right' : 'left']: 0 }}
      />
    </span>
  );
}
