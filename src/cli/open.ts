import { decodeLink } from '../experiment/link';
import { parseWords } from './args';
import { printJson } from './output';

/** `lab open LINK`: the document in a link, which may be a whole address or its fragment. */
export async function run(words: readonly string[]): Promise<void> {
  const { positionals } = parseWords(words, { json: { type: 'boolean' } }, ['LINK']);
  printJson(await decodeLink(positionals[0]));
}
