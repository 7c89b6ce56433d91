import type { Column } from '../../../src/worker/api';
import { bytesParts, exactBytes, number, ratio } from '../../format';
import { infoOf, momentOf, useLab } from '../../state/store';
import { ENOUGH_LIVE, footprintRatio } from '../fragmentation/shares';

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly unit?: string;
  readonly title: string;
}

function Figure({ name, value, unit, title }: FigureProps) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd className="num">
        {value}
        {unit && <small> {unit}</small>}
      </dd>
    </div>
  );
}

/** Live bytes, footprint and their ratio at the cursor; instructions an operation over the run. */
export function KeyFigures({ column }: { readonly column: Column }) {
  const moment = useLab(momentOf(column));
  const info = useLab(infoOf(column));
  const { live, footprint } = moment?.figures ?? { live: 0, footprint: 0 };
  const [liveValue, liveUnit] = moment ? bytesParts(live) : ['–', ''];
  const [footprintValue, footprintUnit] = moment ? bytesParts(footprint) : ['–', ''];
  const over = moment ? footprintRatio(moment.figures) : null;
  return (
    <dl className="key-figures">
      <Figure
        name="live"
        value={liveValue}
        unit={liveUnit}
        title={`Bytes that the program holds: ${exactBytes(live)}`}
      />
      <Figure
        name="footprint"
        value={footprintValue}
        unit={footprintUnit}
        title={`Bytes obtained from the operating system: ${exactBytes(footprint)}`}
      />
      {moment && over === null ? (
        <div title={`A ratio over less than ${exactBytes(ENOUGH_LIVE)} says little of the allocator`}>
          <dt>footprint ÷ live</dt>
          <dd className="words">too little live memory</dd>
        </div>
      ) : (
        <Figure
          name="footprint ÷ live"
          value={over === null ? '–' : ratio(over)}
          title="How many bytes of memory each byte in use costs"
        />
      )}
      <Figure
        name="instructions / op"
        value={info ? number(info.summary.instructionsPerOp) : '–'}
        title="WebAssembly instructions an operation, mean over the whole run"
      />
    </dl>
  );
}
