import type { Column, Fault } from '../../src/worker/api';
import { goTo } from './document';
import { useLab } from './store';

/** To the event of a fault and, where it is known, to its sub-step. */
export function goToFault(column: Column, { event, step }: Fault): void {
  useLab.setState({ active: column });
  goTo(event, step);
}
