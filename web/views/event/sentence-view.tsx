import './event.css';
import type { Moment } from '../../../src/worker/api';
import { address, count, exactBytes, ticks } from '../../format';
import { setStep } from '../../state/document';
import { useLab } from '../../state/store';
import { useColumns } from '../../state/use-columns';
import { useStep } from '../../state/use-step';
import { StepList } from './step-list';

/** The current event as a call, what the allocator has just done in words, and its sub-steps. */
export function SentenceView() {
  const column = useLab((state) => state.active);
  const title = useColumns()[column]?.short;
  const clock = useLab((state) => (state.trace.kind === 'ready' ? state.trace.opened.clock : ''));
  const { moment, step, current } = useStep(column);
  if (moment === null) return <section className="panel sentence" aria-label="Sentence" />;
  const { event } = moment;
  return (
    <section className="panel sentence" aria-label="What just happened">
      <div className="sentence-place num">
        event {count(event.event)}
        {event.recorded !== null && ` (${count(event.recorded)} of the recording)`} · {title} ·{' '}
        {ticks(event.time, clock)} · thread {event.cpu}
      </div>
      <div className="call mono">
        {event.call}
        {moment.figures.address !== 0 && event.op !== 'free' && <> → {address(moment.figures.address)}</>}
      </div>
      <p className="said" aria-live="polite">
        {step !== null && current !== null ? current.text : summary(moment)}
      </p>
      {moment.steps.length > 0 && <StepList steps={moment.steps} step={step} onStep={setStep} />}
    </section>
  );
}

/** An event from outside: its outcome in one sentence. */
function summary({ event, figures, steps }: Moment): string {
  const visits = steps.filter(({ kind }) => kind === 'visit').length;
  const searched =
    visits === 0
      ? ''
      : ` after looking at ${visits === 1 ? 'one free block' : `${count(visits)} free blocks`}`;
  if (event.op === 'free') return `The block at ${address(figures.address)} is given back${searched}.`;
  if (
    figures.address === 0 &&
    event.size > 0 &&
    ['malloc', 'calloc', 'memalign', 'realloc'].includes(event.op)
  )
    return `The request is refused${searched}.`;
  if (figures.blockBytes === null) return `${event.call} is done${searched}.`;
  return `${exactBytes(event.size)} are placed at ${address(figures.address)}, in a block of ${exactBytes(figures.blockBytes)}${searched}.`;
}
