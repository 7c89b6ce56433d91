import { rest } from './rest';

/** How long work goes on before it gives way to messages, unless somebody waits for a picture. */
const MILLISECONDS_A_SLICE = 40;

/** Long work in slices of time: when one is over its task ends, so that a cancel or a question comes in. */
export class Slices {
  private began = performance.now();

  constructor(private readonly milliseconds = MILLISECONDS_A_SLICE) {}

  /** Whether it is time to give way. */
  get over(): boolean {
    return performance.now() - this.began >= this.milliseconds;
  }

  /** Gives way, and begins the next slice. @throws the signal's reason when aborted by then */
  async next(signal?: AbortSignal): Promise<void> {
    await rest();
    signal?.throwIfAborted();
    this.began = performance.now();
  }
}
