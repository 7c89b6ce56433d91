import { memo } from 'react';
import type { Token } from './c-tokens';

interface Props {
  readonly number: number;
  readonly tokens: readonly Token[];
  readonly lit: boolean;
}

/** One line of source. Only lines whose light changes are drawn again. */
export const SourceLine = memo(function SourceLine({ number, tokens, lit }: Props) {
  return (
    <li className={lit ? 'lit' : undefined} aria-current={lit ? 'step' : undefined}>
      <span className="line-number num" aria-hidden="true">
        {number}
      </span>
      <code>
        {tokens.map(({ kind, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line's tokens never change
          <span key={i} className={kind === 'text' ? undefined : `c-${kind}`}>
            {text}
          </span>
        ))}
      </code>
    </li>
  );
});
