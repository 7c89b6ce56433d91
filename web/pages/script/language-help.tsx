import { builtins } from '../../../src/script/builtins';
import { ScrollArea } from '../../controls/scroll-area';

/** Statements of the language; src/script/README.md says more. */
const forms = [
  ['let x = 8;', 'a variable: a whole number, an object, or null'],
  ['let place[100];', 'an array, filled with null; place[i] is an element'],
  ['for i in 0..n { … }', 'i runs from 0 to n − 1'],
  ['repeat n { … }', 'n times'],
  ['while c { … }', 'as long as c is neither 0 nor null'],
  ['if c { … } else { … }', 'one or the other'],
  ['thread t of n { … }', 'on n processors at once, t = 0 … n − 1; all meet before and behind it'],
] as const;

/** The language in short. */
export function LanguageHelp() {
  return (
    <ScrollArea className="script-help panel" label="The language">
      <h3>Statements</h3>
      <dl>
        {forms.map(([form, about]) => (
          <div key={form}>
            <dt>
              <code>{form}</code>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <h3>Calls</h3>
      <dl>
        {builtins.map(({ name, usage, about }) => (
          <div key={name}>
            <dt>
              <code>{usage}</code>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">The same script and seed give the same trace, on every device.</p>
    </ScrollArea>
  );
}
