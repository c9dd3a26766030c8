import type { Command } from 'commander';
import { calledScript, surroundings } from '../platform/process/environment.js';
import type { RunSettings } from './command-options.js';
import { calledAs, writeCommands } from './output/called-as.js';
import { rewritingStream, type Io } from './output/io.js';

/** The options that say whether the output is for people. */
export interface ShownOptions {
  json?: boolean;
  format?: string;
}

/**
 * Returns what writes the commands in a text as the program was called.
 * @param isQuotedOnly as of `writeCommands`
 */
export function commandWriter(program: Command, isQuotedOnly = false): (text: string) => string {
  const { dataDir } = program.opts<{ dataDir?: string }>();
  const call = calledAs({ ...surroundings(), script: calledScript(), dataDir });
  const names = program.commands.map((command) => command.name());
  return (text) => writeCommands(text, call, names, isQuotedOnly);
}

/**
 * Returns the output of a command, which writes the commands in its texts as the program was called. Output for
 * programs stays as it is.
 */
export function showingCommands(
  program: Command,
  io: Io,
  { json = false, format = 'table' }: ShownOptions,
  { printsData = false }: RunSettings = {},
): Io {
  const isText = !printsData && !json && format === 'table';
  return {
    ...io,
    ...(isText && { stdout: rewritingStream(io.stdout, commandWriter(program, true)) }),
    stderr: rewritingStream(io.stderr, commandWriter(program)),
  };
}

/** Makes help and usage errors of all commands write their commands as the program was called. */
export function showCommandsInHelp(program: Command, command: Command = program): void {
  command.configureOutput({
    writeOut: (text) => void process.stdout.write(commandWriter(program)(text)),
    writeErr: (text) => void process.stderr.write(commandWriter(program)(text)),
  });
  for (const subcommand of command.commands) showCommandsInHelp(program, subcommand);
}
