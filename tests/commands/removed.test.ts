import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { printRemoved, REMOVED_JSON } from '../../src/commands/output/removed.js';
import { detailsOf } from '../../src/commands/command-details.js';
import { createProgram } from '../../src/commands/program.js';
import type { Command } from 'commander';

const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
];
/** Kinds of things that have no id. */
const WITHOUT_ID = new Set<string | undefined>(['vex', 'key']);

const removing = createProgram(() => () => Promise.resolve())
  .commands.flatMap(withSubcommands)
  .filter((command) => command.name() === 'remove' && !WITHOUT_ID.has(command.parent?.name()));

describe('the commands that remove', () => {
  it('print a line for each on standard error, cleaned', () => {
    const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
    const items = [
      { id: 1, name: 'web\u0007' },
      { id: 2, name: null },
    ];
    printRemoved('rule', items, {}, streams);
    expect(String(streams.stderr.read())).toMatch(/^Removed rule 1: web\S*\.\nRemoved rule 2\.\n$/);
    expect(streams.stdout.read()).toBeNull();
  });

  it('are those of every kind that can be removed', () => {
    expect(removing.map((command) => command.parent?.name()).sort()).toEqual(
      expect.arrayContaining(['channel', 'credential', 'group', 'host', 'rule', 'template']),
    );
  });

  it.each(removing.map((command) => [command.parent?.name() ?? '', command] as const))(
    '%s print the same JSON',
    (_name, command) => {
      expect(detailsOf(command)?.json).toBe(REMOVED_JSON);
    },
  );
});
