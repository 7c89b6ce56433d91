import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/list';
import { lab, scratch } from './lab';

describe('the command line', () => {
  it('without a command shows the help on standard error and ends with 2', async () => {
    const { status, stdout, stderr } = await lab();
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    for (const { name } of commands) expect(stderr).toContain(`  ${name}`);
  });

  it('with --help shows the help on standard output', async () => {
    const { status, stdout, stderr } = await lab('--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('usage: lab COMMAND');
  });

  it.each(commands.map(({ name, usage }) => [name, usage] as const))(
    'says how to use %s',
    async (name, usage) => {
      const { status, stdout } = await lab(name, '--help');
      expect(status).toBe(0);
      for (const line of usage) expect(stdout).toContain(`lab ${line}`);
    },
  );

  const wrong: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['an unknown command', ['replai'], /there is no command "replai"/],
    ['an unknown option', ['replay', 'sort', '--allocator', 'bsd', '--fast'], /Unknown option '--fast'/],
    ['no trace', ['replay', '--allocator', 'bsd'], /TRACE is missing/],
    ['no allocator', ['replay', 'sort'], /--allocator is missing/],
    ['two traces', ['replay', 'sort', 'gawk', '--allocator', 'bsd'], /"gawk" is one argument too many/],
    [
      'an unknown allocator',
      ['replay', 'sort', '--allocator', 'tcmalloc'],
      /there is no allocator "tcmalloc"; there are sysv,/,
    ],
    [
      'an unknown parameter',
      ['replay', 'sort', '--allocator', 'ssmalloc', '--param', 'list=3'],
      /ssmalloc has no parameter "list"; it has lists \(1 to 64; default 10; paper 10\)/,
    ],
    [
      'a parameter out of range',
      ['replay', 'sort', '--allocator', 'ssmalloc', '--param', 'lists=65'],
      /parameter lists of ssmalloc is "65", expected a whole number from 1 to 64/,
    ],
    [
      'a parameter that is no number',
      ['replay', 'sort', '--allocator', 'ssmalloc', '--param', 'lists=ten'],
      /is "ten", expected a whole number/,
    ],
    [
      'a parameter without a value',
      ['replay', 'sort', '--allocator', 'ssmalloc', '--param', 'lists'],
      /expected NAME=VALUE/,
    ],
    ['a hole in a list', ['compare', 'sort', '--allocators', 'bsd,,sysv'], /expected A,B,…/],
    ['no preset', ['run'], /PRESET\|DOCUMENT\.json is missing/],
    [
      'a rule without cells',
      ['yawns', 'hypercube', '--rule', 'conway'],
      /--rule means nothing with the model hyp/,
    ],
    [
      'a rule without a model',
      ['yawns', '--rule', 'conway'],
      /--rule means nothing with the model hypercube/,
    ],
    ...['--processors=4', '--until=9', '--caches'].map(
      (option) =>
        [
          `${option} for the largest board`,
          ['yawns', '--largest', '--memory', '65536', option],
          new RegExp(`${option.split('=')[0]} means nothing with --largest`),
        ] as const,
    ),
    ['a largest hypercube', ['yawns', 'hypercube', '--largest'], /--largest is for the model life/],
    [
      'a largest board in no memory',
      ['yawns', '--largest', '--memory', '0'],
      /--memory is "0", expected a whole/,
    ],
    [
      'buckets without TIME',
      ['model', 'fit', 'sort', '--model', 'size', '--buckets', '9'],
      /--buckets means nothing with the model size/,
    ],
    [
      'cells without P²',
      ['model', 'fit', 'sort', '--model', 'cdf', '--cells', '9'],
      /--cells means nothing here; it is for the model cdf with --variant p2/,
    ],
    ['a seed that is no number', ['run', 'nicol-records', '--seed', '-1'], /--seed/],
  ];
  it.each(wrong)('refuses %s with the usage and 2', async (_, words, message) => {
    const { status, stdout, stderr } = await lab(...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toContain('usage: lab ');
  });

  const failing: readonly (readonly [string, readonly string[], RegExp])[] = [
    [
      'a trace that is not there',
      ['replay', 'nowhere.trace', '--allocator', 'bsd'],
      /there is no file "nowhere\.trace", nor a recording/,
    ],
    [
      'a preset that is not there',
      ['run', 'nicol-figure3'],
      /there is no preset "nicol-figure3".*nicol-figure2/,
    ],
    ['a link that is none', ['open', 'hello'], /found|holds/],
  ];
  it.each(failing)('ends with 1 for %s', async (_, words, message) => {
    const { status, stdout, stderr } = await lab(...words);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('names file and line of a bad trace and prints no result', async () => {
    const file = join(scratch(), 'bad.trace');
    writeFileSync(file, '# alloc-trace 1\na 0 8 0\nf 7 1\n');
    const { status, stdout, stderr } = await lab('replay', file, '--allocator', 'bsd', '--json');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/bad\.trace:3: found .* expected/);
  });
});
