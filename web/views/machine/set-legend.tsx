import { useEffect, useMemo, useRef } from 'react';
import type { MachineView } from '../../../src/experiment/document';
import type { SetContent } from '../../../src/worker/machine-api';
import { count } from '../../format';
import { useMachine } from '../../state/machine';
import type { Theme } from '../../styles/palette';
import { useTheme } from '../../styles/theme';
import { paintSets } from './paint-sets';
import { layOutSets } from './set-layout';
import { type Meaning, meaningsOf } from './set-meanings';

interface Props {
  readonly content: SetContent;
  readonly colour: MachineView['colour'];
}

/** What the places' colours mean, and how many there are of each. */
export function SetLegend({ content, colour }: Props) {
  const theme = useTheme((state) => state.theme);
  const inside = useMachine((state) => state.moment?.access !== null);
  const { meanings, counts } = useMemo(() => {
    const { meanings, of } = meaningsOf(colour, content);
    const counts = meanings.map(() => 0);
    for (let i = 0; i < content.address.length; i++) counts[of(i)]++;
    return { meanings, counts };
  }, [colour, content]);
  return (
    <ul className="legend set-legend" aria-label="Legend of the cache sets">
      {meanings.map((meaning, i) => (
        <li key={meaning.name} title={meaning.title}>
          <Swatch meaning={meaning} theme={theme} />
          {meaning.name} <span className="num">{count(counts[i])}</span>
        </li>
      ))}
      {inside && (
        <li title="The set and the line of the access that the cursor stands on">
          <span className="swatch-access" /> this access
        </li>
      )}
    </ul>
  );
}

const SIZE = { width: 18, height: 11 };

function Swatch({ meaning, theme }: { readonly meaning: Meaning; readonly theme: Theme }) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = ref.current?.getContext('2d');
    if (!context) return;
    const layout = { ...layOutSets(1, 1, SIZE.width, SIZE.height), label: 0, cellWidth: SIZE.width };
    paintSets(
      { context, layout: { ...layout, cellHeight: SIZE.height, pitch: SIZE.height }, theme, density: 1 },
      [meaning],
      () => 0,
    );
  }, [meaning, theme]);
  return <canvas ref={ref} width={SIZE.width} height={SIZE.height} />;
}
