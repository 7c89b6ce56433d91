/**
 * A callback through which a worker answers piece by piece. The pieces travel on a way of their own, so the end of the
 * call may overtake the last of them, and the page ends the worker then: `settled` waits until all have arrived.
 */
export class Delivered<Piece> {
  private readonly sent: Promise<unknown>[] = [];

  constructor(private readonly receive: (piece: Piece) => unknown) {}

  readonly send = (piece: Piece): void => {
    this.sent.push(Promise.resolve(this.receive(piece)));
  };

  async settled(): Promise<void> {
    await Promise.all(this.sent);
  }
}
