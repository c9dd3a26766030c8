#!/usr/bin/env node
import { CommanderError, type Command } from 'commander';
import type { LoadHandler, RunSettings } from './commands/command-options.js';
import { asciiStream, isUtf8Locale } from './commands/output/ascii.js';
import type { Io, OutputStream } from './commands/output/io.js';
import { onOutputError } from './commands/output/output-errors.js';
import { createProgram } from './commands/program.js';
import {
  commandWriter,
  showCommandsInHelp,
  showingCommands,
  type ShownOptions,
} from './commands/shown-commands.js';
import { addSecretWarnings } from './commands/visible-secrets.js';
import { surroundings } from './platform/process/environment.js';

const SHUTDOWN_TIMEOUT_MS = 6_000;
const INTERRUPTED = 130;

process.umask(0o077); // files are readable by this user only

function createIo({ handlesSignals = false }: RunSettings = {}): Io {
  const signal = handlesSignals ? new AbortController().signal : createInterruptSignal();
  return { stdout: toTerminal(process.stdout), stderr: toTerminal(process.stderr), signal };
}

/** A terminal of another encoding than UTF-8 gets ASCII; files and pipes always get UTF-8. */
const toTerminal = (out: NodeJS.WriteStream): OutputStream =>
  out.isTTY && !isUtf8Locale(surroundings().env, process.platform) ? asciiStream(out) : out;

/** The first Ctrl-C (or SIGTERM) asks the command to stop; the second one ends the process. */
function createInterruptSignal(): AbortSignal {
  const controller = new AbortController();
  const exit = () => process.exit(INTERRUPTED);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) exit();
      controller.abort();
      setTimeout(exit, SHUTDOWN_TIMEOUT_MS).unref();
    });
  }
  return controller.signal;
}

const isOutputLost = onOutputError(process.stdout, process.stderr);

async function main(): Promise<number> {
  let exitCode = 0;
  const bind = (load: LoadHandler, settings?: RunSettings) => async (options: unknown) => {
    const handler = await load();
    const io = showingCommands(program, createIo(settings), options as ShownOptions, settings);
    exitCode = await handler(options as never, io);
  };
  const program: Command = createProgram(bind);
  showCommandsInHelp(program);
  addSecretWarnings(program);
  try {
    await program.parseAsync();
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // already printed
    // Imported on demand: it knows the errors of all layers.
    const { describeError } = await import('./commands/output/errors.js');
    const description = describeError(error);
    process.stderr.write(`${commandWriter(program)(description.message)}\n`);
    return description.exitCode;
  }
}

const exitCode = await main();
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
process.exit(exitCode === 0 && isOutputLost() ? 1 : exitCode);
