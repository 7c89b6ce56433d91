import type { StepIndex } from '../../../src/units';
import type { Step } from '../../../src/worker/api';
import { count } from '../../format';

/** Sub-steps shown at a time. */
const SHOWN = 6;

interface Props {
  readonly steps: readonly Step[];
  readonly step: StepIndex | null;
  readonly onStep: (step: StepIndex) => void;
}

/** The sub-steps around the current one; a click goes to one. */
export function StepList({ steps, step, onStep }: Props) {
  const from = Math.max(0, Math.min(steps.length - SHOWN, (step ?? 0) - 2));
  const shown = steps.slice(from, from + SHOWN);
  const after = steps.length - from - shown.length;
  return (
    <>
      <ol className="steps" start={from + 1} aria-label="Sub-steps">
        {shown.map(({ kind, text }, i) => (
          <li key={from + i} className={from + i === step ? 'now' : undefined}>
            <button
              type="button"
              title={text}
              aria-current={from + i === step ? 'step' : undefined}
              onClick={() => onStep(from + i)}
            >
              <span className="num">{count(from + i + 1)}</span>{' '}
              <span className={`kind kind-${kind}`}>{kind}</span> {text}
            </button>
          </li>
        ))}
      </ol>
      <p className="hint num">
        {steps.length === 1 ? '1 sub-step' : `${count(steps.length)} sub-steps`}
        {from > 0 && ` · ${count(from)} before`}
        {after > 0 && ` · ${count(after)} after`}
      </p>
    </>
  );
}
