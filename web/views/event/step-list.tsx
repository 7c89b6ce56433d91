import type { StepIndex } from '../../../src/units';
import type { Step } from '../../../src/worker/api';
import { count } from '../../format';

/** Sub-steps shown at a time. */
const SHOWN = 4;

interface Props {
  readonly steps: readonly Step[];
  readonly step: StepIndex | null;
  readonly onStep: (step: StepIndex) => void;
}

/** The sub-steps around the current one; a click goes to one. */
export function StepList({ steps, step, onStep }: Props) {
  const from = Math.max(0, Math.min(steps.length - SHOWN, (step ?? 0) - 1));
  const shown = steps.slice(from, from + SHOWN).map((one, i) => ({ ...one, at: from + i }));
  const after = steps.length - from - shown.length;
  return (
    <>
      <ol className="steps" start={from + 1} aria-label="Sub-steps">
        {shown.map(({ kind, text, at }) => (
          <li key={at} className={at === step ? 'now' : undefined}>
            <button
              type="button"
              title={text}
              aria-current={at === step ? 'step' : undefined}
              onClick={() => onStep(at)}
            >
              <span className="num">{count(at + 1)}</span> <span className={`kind kind-${kind}`}>{kind}</span>{' '}
              {text}
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
