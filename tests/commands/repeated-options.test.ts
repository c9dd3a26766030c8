import type { Command, CommanderError, Option } from 'commander';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../../src/commands/program.js';

beforeEach(() => {
  for (const name of ['HOSTWARDEN_URL', 'HOSTWARDEN_TOKEN', 'NEW_ENCRYPTION_KEY'])
    vi.stubEnv(name, undefined);
  return () => vi.unstubAllEnvs();
});

const allCommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(allCommands),
];
const pathOf = (command: Command): string[] =>
  command.parent === null ? [] : [...pathOf(command.parent), command.name()];

const newProgram = (): Command =>
  createProgram(() => () => Promise.resolve()).configureOutput({ writeErr: () => undefined });

const cases = allCommands(newProgram()).flatMap((command) =>
  command.options
    .filter((option) => option.required || option.optional || option.negate)
    .map((option) => ({ path: pathOf(command), flags: option.flags })),
);

/** A command and its option by their names, in a new program. */
function find(path: readonly string[], flags: string): { command: Command; option: Option } {
  const command = path.reduce(
    (parent, name) => parent.commands.find((c) => c.name() === name) as Command,
    newProgram(),
  );
  for (const c of allCommands(command)) c.configureOutput({ writeErr: () => undefined });
  return { command, option: command.options.find((o) => o.flags === flags) as Option };
}

/** Values that differ and that the option takes. */
function valuesOf({ argChoices, parseArg }: Option): string[] {
  const candidates = argChoices ?? ['20', '30', '2027-01-31', '2027-02-01'];
  const valid = candidates.filter((text) => {
    try {
      parseArg?.(text, undefined);
      return true;
    } catch {
      return false;
    }
  });
  return [valid[0] ?? '', valid[1] ?? valid[0] ?? ''];
}

/** Returns the value of an option, or the exit code of a usage error. */
function parse({ command, option }: ReturnType<typeof find>, args: readonly string[]): unknown {
  try {
    command.parseOptions([...args]);
    return command.getOptionValue(option.attributeName());
  } catch (error) {
    return { exit: (error as CommanderError).exitCode, message: (error as Error).message };
  }
}

describe('an option that is given twice', () => {
  it.each(cases)('adds up or is a usage error: $path $flags', ({ path, flags }) => {
    const found = find(path, flags);
    const { option } = found;
    const name = option.long ?? option.short ?? '';
    if (option.negate) return expect(parse(found, [name, name])).toBe(false);
    const [a = '', b = ''] = valuesOf(option);
    const value = parse(found, [name, a, name, b]);
    if (option.variadic) expect(value).toEqual([a, b]);
    else if (flags.includes('<list>')) expect(value).toBe(`${a},${b}`);
    else
      expect(value).toEqual({
        exit: 2,
        message: `error: option '${flags}' is given several times: give it once`,
      });
  });

  it('knows the options of every command', () => {
    expect(cases.length).toBeGreaterThan(150);
    expect(cases).toContainEqual({ path: ['scan'], flags: '--exclude <list>' });
    expect(cases).toContainEqual({ path: ['channel', 'rule', 'add'], flags: '--on <event...>' });
  });

  it.each([
    [['scan'], ['-p', '22', '--ports', '80'], '-p, --ports <list>', '22,80'],
    [['scan'], ['--json', '--json'], '--json', true],
    [['accept'], ['--all-hosts', '--all-hosts'], '--all-hosts', true],
    [['template', 'edit'], ['--no-checks', '--no-checks'], '--no-checks', false],
  ])('is not an error for %j %j', (path, args, flags, value) => {
    expect(parse(find(path, flags), args)).toBe(value);
  });

  it.each([
    [['accept'], ['--host', 'a', '--host', 'b'], '--host <host>'],
    [['accept'], ['--host=a', '--host=a'], '--host <host>'],
    [['diff'], ['-o', 'a', '--output', 'b'], '-o, --output <file>'],
    [['template', 'edit'], ['--checks', '--no-checks'], '--no-checks'],
    [['template', 'edit'], ['--no-checks', '--checks'], '--checks'],
  ])('is a usage error for %j %j', (path, args, flags) => {
    expect(parse(find(path, flags), args)).toMatchObject({ exit: 2 });
  });

  it.each([[['', 'a']], [['a', '']]])(
    'refuses an empty list among others: %j',
    ([a = '', b = '']) => {
      const found = find(['scan'], '--exclude <list>');
      expect(parse(found, ['--exclude', a, '--exclude', b])).toMatchObject({
        message: expect.stringContaining('One of its lists is empty.') as string,
      });
    },
  );

  it.each([
    [['--data-dir', 'a', 'scan', 'x', '--data-dir', 'b']],
    [['scan', 'x', '-oX', 'a', '--output-xml', 'b']],
    [['host', 'list', '--url', 'a', '--url', 'b']],
    [['accept', 'CVE-2024-1', '--reason', 'r', '--host', 'a', '--host', 'b']],
  ])('ends the program with exit code 2: %j', async (args) => {
    const program = newProgram();
    for (const command of allCommands(program))
      command.configureOutput({ writeErr: () => undefined });
    await expect(program.parseAsync(args, { from: 'user' })).rejects.toMatchObject({ exitCode: 2 });
  });
});
