import type { ScriptCheck } from '../../../src/worker/study-api';
import { count } from '../../format';

/** What the script comes to, or what is wrong with it. */
export function ScriptStatus({ check }: { readonly check: ScriptCheck | null }) {
  return (
    <div className={`script-status ${check?.kind ?? ''}`} role="status">
      {words(check)}
    </div>
  );
}

function words(check: ScriptCheck | null): string {
  if (check === null) return 'Checking …';
  if (check.kind === 'wrong') return check.message;
  const { events, objects, cpus } = check.summary;
  const some = (value: number, what: string) => `${count(value)} ${what}${value === 1 ? '' : 's'}`;
  return [some(events, 'event'), some(objects, 'object'), some(cpus, 'thread')].join(' · ');
}
