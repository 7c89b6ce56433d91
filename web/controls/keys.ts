/** Keys as they are shown, and the names by which they are known: `KeyboardEvent.key`. */
export interface KeyHelp {
  readonly keys: readonly string[];
  readonly about: string;
  readonly on: readonly string[];
}

/** Keys that work in one place, under a heading that names it. */
export interface KeySection {
  readonly heading: string;
  readonly list: readonly Pick<KeyHelp, 'keys' | 'about'>[];
}

/** What is done on each key of a list: one that the list shows and nobody handles, or the reverse, does not compile. */
export type KeyActions<List extends readonly KeyHelp[], Action = () => void> = Readonly<
  Record<List[number]['on'][number], Action>
>;

/** What is done on a key; nothing on one that is not among them. */
export function actionOn<Action>(actions: Readonly<Record<string, Action>>, key: string): Action | undefined {
  return Object.hasOwn(actions, key) ? actions[key] : undefined;
}
