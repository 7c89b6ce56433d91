/** The command line: `npm run -s lab -- COMMAND` (see the README here). scripts/lab.mjs loads this file. */
import { type Command, UsageError } from './command';
import { commands } from './list';
import { print, say } from './output';

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

function usageOf(command: Command): string {
  return command.usage.map((line, i) => `${i === 0 ? 'usage: ' : '       '}lab ${line}`).join('\n');
}

function help(): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.about}`);
  return [
    'usage: lab COMMAND …',
    '',
    ...lines,
    '',
    'lab COMMAND --help shows what a command takes. Results go to standard output (as JSON with --json),',
    'messages to standard error. Exit status: 0 done, 1 failed, 2 wrong usage.',
  ].join('\n');
}

/** Runs the command that the words name and gives the exit status. */
export async function main(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined) {
    say(help());
    return WRONG_USAGE;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    print(help());
    return DONE;
  }
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    say(`lab: there is no command "${name}"\n\n${help()}`);
    return WRONG_USAGE;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    print(`${usageOf(command)}\n${command.about}`);
    return DONE;
  }
  try {
    await (await command.load()).run(rest);
    return DONE;
  } catch (error) {
    if (error instanceof UsageError) {
      say(`lab ${name}: ${error.message}\n${usageOf(command)}`);
      return WRONG_USAGE;
    }
    say(`lab ${name}: ${error instanceof Error ? error.message : error}`);
    if (process.env.LAB_DEBUG && error instanceof Error) say(error.stack ?? '');
    return FAILED;
  }
}
