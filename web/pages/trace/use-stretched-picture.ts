import { useCallback, useEffect, useRef, useState } from 'react';
import type { Column, RunInfo } from '../../../src/worker/api';
import type { AddressTimeRequest, AddressTimeWindow } from '../../../src/worker/trace-api';
import { ask } from '../../state/ask';
import { Newest } from '../../state/newest';
import { addressTimePalette } from '../../styles/ramp';
import { useTheme } from '../../styles/theme';
import { StretchedPicture } from './stretched-picture';

/** What the map shows. */
export interface Shown {
  readonly column: Column;
  readonly info: RunInfo;
  readonly view: AddressTimeWindow;
  /** The whole history. */
  readonly whole: AddressTimeWindow;
  readonly by: AddressTimeRequest['by'];
  /** Step that takes the ramp's last colour. */
  readonly top: number;
}

interface Options extends Shown {
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether the size is known. */
  readonly ready: boolean;
}

/** Keeps an element showing the window. @returns its ref, and how many events the picture shows */
export function useStretchedPicture(options: Options) {
  const { column, info, view, by, top, width, height, ready } = options;
  const theme = useTheme((state) => state.theme);
  const [pictures] = useState(() => new Newest());
  const [stretched] = useState(() => new StretchedPicture());
  const stage = useCallback(
    (element: HTMLDivElement | null) => element?.replaceChildren(...stretched.canvases),
    [stretched],
  );
  const [reached, setReached] = useState(0);
  const latest = useRef(options);
  latest.current = options;
  // What is behind the window changes nothing in it, until the run is over.
  const due = Math.min(info.summary.events, view.toEvent);
  const { end } = info;
  const [wide, high] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: in other colours the old pictures are wrong
  useEffect(() => stretched.forget(), [stretched, column, by, top, theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a grown run has more to draw
  useEffect(() => {
    if (!ready) return;
    // At once, and again when it has become sharp: by then the window may have moved on.
    const show = () => stretched.show(wide, high, latest.current.view);
    show();
    const palette = addressTimePalette(theme, top);
    pictures.ask(async () => {
      const request: AddressTimeRequest = { ...view, by, width: wide, height: high, palette };
      const picture = await ask(column, (lab) => lab.addressTime(column, request));
      if (picture === null) return;
      stretched.take(picture.image, view, view === latest.current.whole);
      setReached(picture.reached);
      show();
    });
  }, [ready, column, view, by, top, wide, high, theme, due, end, pictures, stretched]);
  return { stage, reached };
}
