import { allocators } from '../allocators/list';
import { parseWords } from './args';
import { parameterText } from './config';
import { print, printJson, tableText } from './output';

/** `lab allocators [--json]`. */
export async function run(words: readonly string[]): Promise<void> {
  const { values } = parseWords(words, { json: { type: 'boolean' } }, []);
  if (values.json) {
    printJson(
      allocators.map(({ id, title, about, source, kind, alignment, parameters }) => ({
        id,
        title,
        about,
        paper: source,
        kind,
        alignment,
        parameters: parameters.map(({ index, ...parameter }) => parameter),
      })),
    );
    return;
  }
  const rows = allocators.flatMap(({ id, title, source, parameters }) => {
    const [first = '', ...more] = parameters.map(parameterText);
    return [[id, title, source, first], ...more.map((text) => ['', '', '', text])];
  });
  print(tableText(['id', 'allocator', 'paper', 'parameters'], rows));
}
