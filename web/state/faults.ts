import type { Column, Fault, FaultKind } from '../../src/worker/api';
import { ask } from './ask';
import { goTo } from './document';
import { cursorOf, useLab } from './store';

/** Found when a call came back: its last sub-step is where it stands. */
const ON_RETURN: readonly FaultKind[] = ['overlap', 'misaligned', 'outside'];

/** To the event of a fault and, where it is known, to its sub-step. */
export async function goToFault(column: Column, { event, step, kind }: Fault): Promise<void> {
  useLab.setState({ active: column });
  goTo(event, step);
  if (step !== null || !ON_RETURN.includes(kind)) return;
  const moment = await ask(column, (lab) => lab.moment(column, event, 1));
  const steps = moment?.steps.length ?? 0;
  if (steps > 0 && cursorOf(useLab.getState()) === event) goTo(event, steps - 1);
}
