import { encodeLink } from '../experiment/link';
import { parseWords } from './args';
import { presetOrDocument } from './documents';
import { print } from './output';

/** `lab link PRESET|DOCUMENT.json`: the fragment of the experiment's link. */
export async function run(words: readonly string[]): Promise<void> {
  const { positionals } = parseWords(words, {}, ['PRESET|DOCUMENT.json']);
  const named = await presetOrDocument(positionals[0]);
  const experiment = named.kind === 'preset' ? named.preset.experiment : named.experiment;
  if (!experiment) throw new Error(`no single experiment stands for ${positionals[0]}; lab run runs it`);
  print(await encodeLink(experiment));
}
