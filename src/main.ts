#!/usr/bin/env node
import { CommanderError } from 'commander';
import { describeError, onOutputError } from './commands/output/errors.js';
import type { Io } from './commands/output/io.js';
import { createProgram, type Handlers } from './commands/program.js';

const SHUTDOWN_TIMEOUT_MS = 6_000;
const INTERRUPTED = 130;

process.umask(0o077); // files are readable by this user only

// Handlers are imported on demand: --help and usage errors respond at once.
const createHandlers = (io: () => Io): Handlers => ({
  serve: async (options) => (await import('./commands/serve.js')).serve(options),
  scan: async (options) => (await import('./commands/scan/scan.js')).scan(options, io()),
  tokenCreate: async (options) => (await import('./commands/token.js')).tokenCreate(options, io()),
  tokenList: async (options) => (await import('./commands/token.js')).tokenList(options, io()),
  tokenRevoke: async (options) => (await import('./commands/token.js')).tokenRevoke(options, io()),
  inventoryImport: async (options) =>
    (await import('./commands/inventory/inventory.js')).inventoryImport(options, io()),
  inventoryCollect: async (options) =>
    (await import('./commands/inventory/inventory.js')).inventoryCollect(options, io()),
  feedList: async (options) => (await import('./commands/feed/feed.js')).feedList(options, io()),
  feedUpdate: async (options) =>
    (await import('./commands/feed/feed.js')).feedUpdate(options, io()),
  feedImport: async (options) =>
    (await import('./commands/feed/feed.js')).feedImport(options, io()),
  feedExport: async (options) =>
    (await import('./commands/feed/feed.bundle.js')).feedExport(options, io()),
  feedImportBundle: async (options) =>
    (await import('./commands/feed/feed.bundle.js')).feedImportBundle(options, io()),
  status: async (options) => (await import('./commands/fleet/status.js')).status(options, io()),
  fixes: async (options) => (await import('./commands/fleet/fixes.js')).fixes(options, io()),
  watchAgents: async (options) =>
    (await import('./commands/watch/watch.js')).watchAgents(options, io()),
  watchEvents: async (options) =>
    (await import('./commands/watch/watch-events.js')).watchEvents(options, io()),
  agent: async (options) => (await import('./commands/agent/agent.js')).agent(options, io()),
  diff: async (options) => (await import('./commands/report/diff.js')).diff(options, io()),
  report: async (options) => (await import('./commands/report/report.js')).report(options, io()),
  accept: async (options) =>
    (await import('./commands/acceptance/accept.js')).accept(options, io()),
  acceptances: async (options) =>
    (await import('./commands/acceptance/acceptances.js')).acceptances(options, io()),
  acceptancesEnd: async (options) =>
    (await import('./commands/acceptance/acceptances.end.js')).acceptancesEnd(options, io()),
  vexImport: async (options) =>
    (await import('./commands/acceptance/vex.js')).vexImport(options, io()),
  vexRemove: async (options) =>
    (await import('./commands/acceptance/vex.js')).vexRemove(options, io()),
  audit: async (options) => (await import('./commands/audit/audit.js')).audit(options, io()),
  rekey: async (options) => (await import('./commands/rekey.js')).rekeyDataDir(options, io()),
});

/** The first Ctrl-C (or SIGTERM) asks the command to stop; the second one ends the process. */
function createInterruptibleIo(): Io {
  const controller = new AbortController();
  const exit = () => process.exit(INTERRUPTED);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) exit();
      controller.abort();
      setTimeout(exit, SHUTDOWN_TIMEOUT_MS).unref();
    });
  }
  return { stdout: process.stdout, stderr: process.stderr, signal: controller.signal };
}

const isOutputLost = onOutputError(process.stdout, process.stderr);

async function main(): Promise<number> {
  let exitCode = 0;
  const program = createProgram(createHandlers(createInterruptibleIo), (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync();
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // already printed
    const description = describeError(error);
    process.stderr.write(`${description.message}\n`);
    return description.exitCode;
  }
}

const exitCode = await main();
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
process.exit(exitCode === 0 && isOutputLost() ? 1 : exitCode);
