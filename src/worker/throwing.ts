import * as Comlink from 'comlink';

interface Thrown {
  readonly value: unknown;
}

/**
 * Comlink carries an error's name and message; this lets its own fields travel too (file, line, found, expected of an
 * input that was refused), so that the page can show them one by one. For the worker's side.
 */
export function sendErrorFields(): void {
  const plain = Comlink.transferHandlers.get('throw') as Comlink.TransferHandler<Thrown, Thrown>;
  Comlink.transferHandlers.set('throw', {
    ...plain,
    serialize(thrown: Thrown) {
      const [sent, transferables] = plain.serialize(thrown);
      if (thrown.value instanceof Error) Object.assign(sent.value as object, { ...thrown.value });
      return [sent, transferables];
    },
  });
}
