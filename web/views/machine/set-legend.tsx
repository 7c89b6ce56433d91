import { useCallback, useMemo } from 'react';
import type { MachineView } from '../../../src/experiment/document';
import type { SetContent } from '../../../src/worker/machine-api';
import { useCanvas } from '../../controls/use-canvas';
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
  const paint = useCallback(
    (context: CanvasRenderingContext2D, density: number) => {
      const { width, height } = SIZE;
      const whole = { ...layOutSets(1, 1, width, height), label: 0 };
      const layout = { ...whole, cellWidth: width, cellHeight: height, pitch: height };
      paintSets({ context, layout, theme, density }, [meaning], () => 0);
    },
    [meaning, theme],
  );
  return <canvas ref={useCanvas(SIZE.width, SIZE.height, paint)} style={SIZE} />;
}
