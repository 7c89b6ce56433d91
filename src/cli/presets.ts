import { allPresets } from '../experiment/catalogue/list';
import { parseWords } from './args';
import { print, printJson, tableText } from './output';

/** `lab presets [--json]`: the catalogue. */
export async function run(words: readonly string[]): Promise<void> {
  const { values } = parseWords(words, { json: { type: 'boolean' } }, []);
  const presets = await allPresets();
  if (values.json)
    printJson(
      presets.map(({ id, paper, title, question, experiment }) => ({
        id,
        paper,
        title,
        question,
        hasExperiment: experiment !== undefined,
      })),
    );
  else
    print(
      tableText(
        ['preset', 'paper', 'question'],
        presets.map(({ id, paper, question }) => [id, paper, question]),
      ),
    );
}
