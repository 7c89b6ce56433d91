import { count } from '../../format';
import { SPEEDS } from '../../state/playback';
import { partOf, pluralOf, useLab } from '../../state/store';

/** How fast playing moves the cursor. */
export function Speed({ inside }: { readonly inside: boolean }) {
  const speed = useLab((state) => state.speed);
  const at = Math.max(0, SPEEDS.indexOf(speed as (typeof SPEEDS)[number]));
  const part = useLab(partOf);
  const words = `${count(speed)} ${inside ? pluralOf(part) : 'events'} / s`;
  return (
    <label className="speed">
      <span>speed</span>
      <input
        type="range"
        min={0}
        max={SPEEDS.length - 1}
        value={at}
        aria-valuetext={words}
        onChange={(event) => useLab.setState({ speed: SPEEDS[Number(event.target.value)] })}
      />
      <span className="num">{words}</span>
    </label>
  );
}
