import { useEffect, useState } from 'react';
import type { LaneWindow, MachineRunInfo } from '../../../src/worker/machine-api';
import { askMachine } from '../../state/machine';

/** From this scale on the slices of the whole run are too coarse. */
const COARSE = 4;
/** A zoom that has stood still for so long is looked at more closely. */
const QUIET_MS = 200;
/** Part of the window's width that is asked for on each side of it, so that a small move needs nothing new. */
const MARGIN = 0.5;

type Shown = Pick<LaneWindow, 'positionOfSlice'> & { readonly lanes: LaneWindow['lanes'] | null };

/** The lanes for a window of virtual time: those of the whole run until finer ones have come. */
export function useLaneWindow(info: MachineRunInfo, from: number, to: number, scale: number): Shown {
  const [held, setHeld] = useState<{ readonly info: MachineRunInfo; readonly window: LaneWindow } | null>(
    null,
  );
  const fits =
    held !== null &&
    held.info === info &&
    held.window.lanes.from <= from &&
    held.window.to >= to &&
    held.window.to - held.window.lanes.from <= (to - from) * COARSE;
  const wanted = scale > COARSE && !fits;
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    const timer = setTimeout(() => {
      const room = (to - from) * MARGIN;
      void askMachine((worker) => worker.machineLanes(from - room, to + room)).then((window) => {
        if (current && window !== null) setHeld({ info, window });
      });
    }, QUIET_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [wanted, info, from, to]);
  if (scale > COARSE && fits && held !== null) return held.window;
  return { lanes: info.result.lanes, positionOfSlice: info.positionOfSlice };
}
