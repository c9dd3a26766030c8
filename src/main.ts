#!/usr/bin/env node
import { CommanderError } from 'commander';
import { describeError } from './commands/output/error-message.js';
import type { Io } from './commands/output/io.js';
import { onOutputError } from './commands/output/stream-errors.js';
import { createProgram, type Handlers } from './commands/program.js';

const GRACE_MS = 6_000;

process.umask(0o077); // what this program makes is nobody else's to read

// Loaded when asked for, so that --help and bad usage answer at once.
const handlers = (io: () => Io): Handlers => ({
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
  watchAgents: async (options) =>
    (await import('./commands/watch/watch.js')).watchAgents(options, io()),
  agent: async (options) => (await import('./commands/agent/agent.js')).agent(options, io()),
  diff: async (options) => (await import('./commands/report/diff.js')).diff(options, io()),
  report: async (options) => (await import('./commands/report/report.js')).report(options, io()),
  rekey: async (options) => (await import('./commands/rekey.js')).rekeyFolder(options, io()),
});

/** The first Ctrl-C (or SIGTERM) asks the command to end, the second one does not ask. */
function interruptible(): Io {
  const controller = new AbortController();
  const leave = () => process.exit(130);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) leave();
      controller.abort();
      setTimeout(leave, GRACE_MS).unref();
    });
  }
  return { stdout: process.stdout, stderr: process.stderr, signal: controller.signal };
}

const outputLost = onOutputError(process.stdout, process.stderr);

async function main(): Promise<number> {
  let code = 0;
  try {
    await createProgram(handlers(interruptible), (c) => {
      code = c;
    }).parseAsync();
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // it has said what it had to say
    const { message, exitCode } = describeError(error);
    process.stderr.write(`${message}\n`);
    return exitCode;
  }
}

const code = await main();
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
process.exit(code === 0 && outputLost() ? 1 : code);
