/** How much memory each run's snapshots may take: the user's choice, remembered on this device. */
import * as v from 'valibot';
import { lab } from './worker';

/** MiB; a run's share of what a tab may hold is some gigabytes. */
export const MOST_MIB = 8192;
const KEY = 'heapscope.snapshots';
const MIB = 1 << 20;

const schema = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MOST_MIB));

/** The number of MiB that a text names; null where it names none that is allowed. */
export function parseBudget(text: string): number | null {
  const bare = text.trim();
  const parsed = v.safeParse(schema, bare === '' ? null : Number(bare));
  return parsed.success ? parsed.output : null;
}

/** Sets the budget for the runs that are there and for those to come. */
export async function setBudget(mib: number): Promise<void> {
  try {
    localStorage.setItem(KEY, String(mib));
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
  await lab.keepSnapshots(mib * MIB);
}

/** Applies what was chosen on an earlier visit. What is stored and is no budget is left alone. */
export async function applyRemembered(stored: string): Promise<void> {
  const mib = parseBudget(stored);
  if (mib !== null) await lab.keepSnapshots(mib * MIB);
}
