import { type PointerEvent, type RefObject, useCallback, useMemo, useState } from 'react';
import type { MachineView } from '../../../src/experiment/document';
import { accessOf, hasRow, type SetContent } from '../../../src/worker/machine-api';
import { actionOn, type KeyActions } from '../../controls/keys';
import { useCanvas } from '../../controls/use-canvas';
import type { PanZoomControl } from '../../controls/use-pan-zoom';
import { count, exactBytes, address as hex } from '../../format';
import { useMachine } from '../../state/machine';
import { useTheme } from '../../styles/theme';
import type { setKeys } from './keys';
import { paintMarks, paintSets } from './paint-sets';
import { placeAt, placeOf, type SetLayout, zoomSets } from './set-layout';
import { isEmpty, meaningsOf, ownerWords, stateWords } from './set-meanings';
import { useMachineBlock } from './use-machine-block';

interface Props {
  readonly content: SetContent;
  readonly colour: MachineView['colour'];
  readonly width: number;
  readonly height: number;
  /** The layout as a whole, and the part of it that is seen. */
  readonly whole: SetLayout;
  readonly zoom: PanZoomControl;
  readonly frame: RefObject<HTMLDivElement | null>;
}

/** The places of a cache as pixels, with what is pointed at and the current access over them. */
export function SetCanvas({ content, colour, width, height, whole, zoom, frame }: Props) {
  const { sets, ways } = content;
  const theme = useTheme((state) => state.theme);
  const layout = useMemo(() => zoomSets(whole, zoom.view), [whole, zoom.view]);
  const [place, setPlace] = useState(-1);
  const paint = useCallback(
    (context: CanvasRenderingContext2D, density: number) => {
      const { meanings, of } = meaningsOf(colour, content);
      paintSets({ context, layout, theme, density }, meanings, of, content);
    },
    [colour, content, layout, theme],
  );
  const marks = useMarks(content);
  const mark = useCallback(
    (context: CanvasRenderingContext2D) => paintMarks({ context, layout, theme }, marks),
    [layout, theme, marks],
  );
  const ground = useCanvas(width, height, paint);
  const over = useCanvas(width, height, mark);

  const point = (index: number) => {
    setPlace(index);
    const held = index >= 0 && content.state[index] !== 0;
    useMachine.setState({
      hover: held ? { address: content.address[index], bytes: content.line, by: 'sets' } : null,
    });
  };
  const move = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    const index = placeAt(layout, clientX - box.left, clientY - box.top);
    if (index !== place) point(index);
  };
  /** To another place, and the picture after it where it is out of sight. */
  const go = (index: number) => {
    point(index);
    const { x, y } = placeOf(layout, index);
    const into = (at: number, size: number, room: number) =>
      at < 0 ? -at : at + size > room ? room - at - size : 0;
    const dx = into(x, layout.cellWidth, width);
    const dy = into(y - layout.label, layout.cellHeight + layout.label, height);
    if (dx !== 0 || dy !== 0) zoom.panBy(dx, dy);
  };
  const focus = (): readonly [number, number] | undefined => {
    if (place < 0) return undefined;
    const { x, y } = placeOf(layout, place);
    return [x + layout.cellWidth / 2, y + layout.cellHeight / 2];
  };
  const step = (by: number) => () => go(Math.max(0, Math.min(sets * ways - 1, place < 0 ? 0 : place + by)));
  const keys: KeyActions<typeof setKeys> = {
    ArrowDown: step(1),
    ArrowUp: step(-1),
    ArrowRight: step(ways),
    ArrowLeft: step(-ways),
    PageDown: step(ways * layout.columns),
    PageUp: step(-ways * layout.columns),
    '+': () => zoom.zoomBy(2, focus()),
    '=': () => zoom.zoomBy(2, focus()),
    '-': () => zoom.zoomBy(0.5, focus()),
    '0': zoom.whole,
  };
  return (
    <div
      ref={frame}
      className="set-canvas"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the sets are looked through by keyboard
      tabIndex={0}
      aria-label={`Cache sets: arrow keys move from line to line and set to set, plus and minus zoom, 0 shows all${
        place < 0 ? '' : `. ${wordsOf(content, place)}`
      }`}
      onPointerMove={move}
      onPointerLeave={() => point(-1)}
      onBlur={() => point(-1)}
      onKeyDown={(event) => {
        const act = actionOn(keys, event.key);
        // With Shift or Ctrl they are the page's, or the browser's; a plus may need Shift.
        if (act === undefined || event.ctrlKey || event.metaKey) return;
        if (event.shiftKey && event.key.startsWith('Arrow')) return;
        event.preventDefault();
        act();
      }}
    >
      <canvas ref={ground} style={{ width, height }} />
      <canvas ref={over} style={{ width, height }} className="set-marks" />
      {place >= 0 && place < sets * ways && (
        <PlaceTip content={content} layout={layout} place={place} frame={{ width, height }} />
      )}
    </div>
  );
}
const wordsOf = ({ sets, ways, address, state, owner }: SetContent, place: number): string =>
  `Set ${Math.floor(place / ways)} of ${sets}: ${
    isEmpty(owner[place])
      ? 'empty'
      : `line ${hex(address[place])}, ${ownerWords(owner[place])}, ${stateWords(state[place])}`
  }`;

/** Places whose memory is pointed at elsewhere, and the current access. */
function useMarks(content: SetContent) {
  const hover = useMachine((state) => state.hover);
  const moment = useMachine((state) => state.moment);
  const sharedBy = useMachine(({ run }) =>
    run.kind === 'ready' ? (run.info.machine.levels[content.level]?.sharedBy ?? 1) : 1,
  );
  return useMemo(() => {
    const { address, state, line, sets, ways } = content;
    const lit: number[] = [];
    if (hover !== null)
      for (let i = 0; i < address.length; i++)
        if (state[i] !== 0 && address[i] < hover.address + hover.bytes && address[i] + line > hover.address)
          lit.push(i);
    const access = moment?.access ?? null;
    const nowhere = { lit, set: -1, place: -1 };
    if (moment === null || access === null || !hasRow(moment.accesses, access)) return nowhere;
    const one = accessOf(moment.accesses, access);
    // Another cache than the one that is looked at.
    if (Math.floor(one.processor / sharedBy) !== content.instance) return nowhere;
    const number = Math.floor(one.address / line);
    const set = number % sets;
    let place = -1;
    for (let i = set * ways; i < (set + 1) * ways; i++)
      if (state[i] !== 0 && address[i] === number * line) place = i;
    return { lit, set, place };
  }, [content, hover, moment, sharedBy]);
}

interface TipProps {
  readonly content: SetContent;
  readonly layout: SetLayout;
  readonly place: number;
  readonly frame: { readonly width: number; readonly height: number };
}

const TIP_WIDTH = 250;

function PlaceTip({ content, layout, place, frame }: TipProps) {
  const { ways, address, state, owner, object, ordered } = content;
  const { x, y } = placeOf(layout, place);
  const empty = state[place] === 0;
  const block = useMachineBlock(empty ? null : address[place]);
  const rank = place % ways;
  return (
    <div
      className="map-tip"
      style={{
        left: Math.max(0, Math.min(x + layout.cellWidth + 6, frame.width - TIP_WIDTH)),
        top: y > frame.height / 2 ? undefined : Math.max(0, y) + layout.pitch + 6,
        bottom: y > frame.height / 2 ? frame.height - y + 6 : undefined,
      }}
    >
      <strong>{empty ? 'empty' : `line ${hex(address[place])}`}</strong>
      <span>
        set {count(Math.floor(place / ways))} ·{' '}
        {ordered ? `${rank + 1} of ${ways} from the newest` : `way ${rank}`}
      </span>
      {!empty && (
        <span>
          {ownerWords(owner[place])} · {stateWords(state[place])}
        </span>
      )}
      {object[place] >= 0 && <span>object #{count(object[place])}</span>}
      {block && (
        <span>
          block {hex(block.address)} · {exactBytes(block.bytes)} · {block.state}
          {block.requested !== null && ` · ${exactBytes(block.requested)} asked for`}
        </span>
      )}
      {ordered && rank === ways - 1 && !empty && <span>next to go when the set takes another line</span>}
    </div>
  );
}
