import { ERROR_TINTS } from './tints';

const percent = (share: number): string => `${share * 100} %`;

/** What the tints of relative errors mean. */
export function ErrorKey() {
  const [low, middle, high] = ERROR_TINTS.map(percent);
  return (
    <ul className="chart-legend tint-key in-file">
      {[`up to ${low} off`, `to ${middle}`, `to ${high}`, 'more'].map((words, tint) => (
        <li key={words}>
          <span data-tint={tint} />
          {words}
        </li>
      ))}
    </ul>
  );
}
