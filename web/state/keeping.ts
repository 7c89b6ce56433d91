/** Whether files that are too large for a link are kept in this browser: the question, the answer, and what follows. */
import { canKeep, findKept, KeepError, keep } from './kept-files';
import { isAbort } from './problems';
import { useLab } from './store';

const { getState, setState } = useLab;

/** The user's answer for every file; null where each is asked about. */
export type KeepChoice = 'always' | 'never' | null;
const CHOICE = 'heapscope.keep';

export function keepChoice(): KeepChoice {
  try {
    const choice = localStorage.getItem(CHOICE);
    return choice === 'always' || choice === 'never' ? choice : null;
  } catch {
    return null;
  }
}

export function rememberChoice(choice: KeepChoice): void {
  try {
    if (choice === null) localStorage.removeItem(CHOICE);
    else localStorage.setItem(CHOICE, choice);
  } catch {
    // Where nothing may be remembered, every file is asked about.
  }
}

/** A file was brought that does not travel in links: keeps it, asks, or does neither. */
export async function considerKeeping(sha256: string, file: File): Promise<void> {
  const choice = keepChoice();
  if (choice === 'never' || !canKeep() || (await findKept(sha256)) !== null) return;
  if (choice === 'always') await keepNow(sha256, file);
  else setState({ keep: { kind: 'asked', sha256, file } });
}

/** The answer to the question. @param always for later files too */
export async function answer(kept: boolean, always: boolean): Promise<void> {
  const asked = getState().keep;
  if (always) rememberChoice(kept ? 'always' : 'never');
  setState({ keep: null });
  if (kept && asked?.kind === 'asked') await keepNow(asked.sha256, asked.file);
}

let abort = new AbortController();
export const stopKeeping = (): void => abort.abort(new DOMException('stopped', 'AbortError'));

async function keepNow(sha256: string, file: File): Promise<void> {
  abort = new AbortController();
  setState({ keep: { kind: 'keeping', file, bytes: 0 } });
  try {
    await keep(sha256, file, abort.signal, (bytes) => setState({ keep: { kind: 'keeping', file, bytes } }));
    setState({ keep: { kind: 'kept', file } });
  } catch (error) {
    if (isAbort(error)) setState({ keep: null });
    else if (error instanceof KeepError) setState({ keep: { kind: 'failed', file, message: error.message } });
    else throw error;
  }
}
