/** Asks one question at a time: of those that come while one is under way, only the newest is kept. */
export class Newest {
  private next: (() => Promise<void>) | null = null;
  private busy = false;

  ask(question: () => Promise<void>): void {
    this.next = question;
    if (!this.busy) void this.drain();
  }

  private async drain(): Promise<void> {
    this.busy = true;
    try {
      while (this.next !== null) {
        const question = this.next;
        this.next = null;
        await question();
      }
    } finally {
      this.busy = false;
    }
  }
}
