import type { AddressInfo } from 'node:net';
import { CommanderError, type Command } from 'commander';
import { createProgram } from '../../src/commands/program.js';
import { CommandError } from '../../src/commands/output/errors.js';
import type { Io } from '../../src/commands/output/io.js';
import { ADMIN, testApp, type TestAppOptions } from './app.js';
import { testIo } from './command.js';

/** Returns a listening service, and the options that connect a command with it. */
export async function startTestService(options: TestAppOptions = {}) {
  const app = await testApp(options);
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.app.server.address() as AddressInfo;
  return { ...app, connection: { url: `http://127.0.0.1:${port}`, token: ADMIN } };
}

/** The exit code of a command, and its output. */
export interface CommandOutcome {
  code: number;
  out: string;
  err: string;
}

/**
 * Runs a command line as a user does: parsed by the program, and with the message of an error on standard error.
 * @param columns of the terminal; undefined: the output is a pipe
 */
export async function runCommand(
  args: readonly string[],
  { columns, ...streams }: { columns?: number } & Partial<Pick<Io, 'signal'>> = {},
): Promise<CommandOutcome> {
  const io = { ...testIo(), ...streams };
  if (columns !== undefined) Object.assign(io.stdout, { isTTY: true, columns });
  let code = 0;
  const program = createProgram((load) => async (options) => {
    code = await (await load())(options as never, io);
  });
  allCommands(program).forEach((command) =>
    command.configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
    }),
  );
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) code = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof CommandError) {
      code = error.exitCode;
      io.stderr.write(`${error.message}\n`);
    } else throw error;
  }
  return { code, out: io.out(), err: io.err() };
}

/** Returns a command with all its subcommands. */
const allCommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(allCommands),
];
