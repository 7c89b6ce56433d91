import type { Figures } from '../../../src/worker/api';
import { bytes, exactBytes, percent } from '../../format';
import { type Shares, shares } from './shares';

const parts: readonly { readonly key: keyof Shares; readonly name: string }[] = [
  { key: 'requested', name: 'live' },
  { key: 'headers', name: 'headers' },
  { key: 'slack', name: 'slack' },
  { key: 'free', name: 'free' },
  { key: 'rest', name: 'other' },
];

/** The footprint as one bar, divided into what it is used for. */
export function FootprintBar({ figures }: { readonly figures: Figures | null }) {
  if (figures === null || figures.footprint === 0) return <div className="footprint-bar empty" />;
  const { footprint } = figures;
  const divided = shares(figures);
  const shown = parts.flatMap(({ key, name }) => {
    const value = divided[key];
    return value === null || value === 0 ? [] : [{ key, name, value }];
  });
  return (
    <dl className="footprint-bar" aria-label={`Footprint of ${bytes(footprint)}`}>
      {shown.map(({ key, name, value }) => (
        <div
          key={key}
          data-part={key}
          style={{ flexGrow: value / footprint }}
          title={`${name}: ${exactBytes(value)}, ${percent(value / footprint)} of the footprint`}
        >
          <dt>{name}</dt>
          <dd className="num">{percent(value / footprint)}</dd>
        </div>
      ))}
    </dl>
  );
}
