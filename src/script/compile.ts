import type { SyntaxNode } from '@lezer/common';
import { Random } from '../random';
import type { Trace } from '../trace/trace';
import { ScriptError } from './errors';
import { Names } from './names';
import { parser } from './parser.js';
import { ScriptRecorder } from './recorder';
import { StatementCompiler } from './statements';
import { Machine, Task } from './task';

const MOST_CHARACTERS = 200_000;

/**
 * Compiles a trace script and runs it: the trace of what it allocates. The same script and seed give the same trace.
 * @param name what the trace is called
 * @throws ScriptError for what cannot be read or run, with its line and column
 */
export function compileScript(source: string, seed: number, name: string): Trace {
  if (source.length > MOST_CHARACTERS) {
    throw new ScriptError(
      `the script has ${source.length} characters, expected at most ${MOST_CHARACTERS}`,
      '',
      0,
      0,
    );
  }
  const fail = (reason: string, node: Pick<SyntaxNode, 'from' | 'to'>): never => {
    throw new ScriptError(reason, source, node.from, node.to);
  };
  const top = parse(source, fail);
  const script = new StatementCompiler(source, fail).sequence(top, new Names());
  const recorder = new ScriptRecorder();
  const task = new Task(new Machine(recorder, new Random(seed)), 0, false);
  for (const _ of script({ slots: [], parent: null }, task));
  return recorder.finish(name);
}

/** The syntax tree of a script without errors in it. */
function parse(
  source: string,
  fail: (reason: string, node: { from: number; to: number }) => never,
): SyntaxNode {
  const tree = parser.parse(source);
  tree.iterate({
    enter(node) {
      if (!node.type.isError) return;
      const found = node.to > node.from ? source.slice(node.from, node.to) : nextWord(source, node.from);
      let around = node.node.parent;
      while (around && !(around.name in PLACES)) around = around.parent;
      fail(`found ${found}, which does not fit into ${PLACES[around?.name ?? 'Script']}`, node);
    },
  });
  return tree.topNode;
}

function nextWord(source: string, from: number): string {
  const rest = source.slice(from).trimStart();
  return rest === '' ? 'the end of the script' : `"${/^\w+|^./.exec(rest)?.[0]}"`;
}

/** What to call the parts of the grammar in a message. */
const PLACES: Readonly<Record<string, string>> = {
  Script: 'the script: expected let, for, repeat, while, if, thread, an assignment or a call',
  Let: '"let name;", "let name = value;" or "let name[count];"',
  Size: '"let name[count];"',
  Assign: '"name = value;" or "name[index] = value;"',
  Do: 'a call: expected "name(…);"',
  For: '"for name in first..end { … }"',
  Repeat: '"repeat count { … }"',
  While: '"while condition { … }"',
  If: '"if condition { … } else { … }"',
  Thread: '"thread name of count { … }"',
  Block: 'a block: expected a statement or "}"',
  Call: 'a call: expected "name(value, …)"',
  Binary: 'an expression: expected a value',
  Group: 'an expression: expected a value and ")"',
};
