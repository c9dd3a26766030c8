import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { withTimeLimit } from '../../lib/abort/time-limit.js';

const SCRIPT = new URL('../../../agent/hostwarden-agent.sh', import.meta.url);

/** The collector failed; the message is its error output. */
export class CollectorError extends Error {}

/** A package database that is locked, or a disk that does not respond, blocks its reader without end. */
const MAX_COLLECT_MS = 15 * 60_000;

/**
 * Runs the collector of the agent script on this machine and returns its report. Throws
 * CollectorError, also when `signal` or a limit of 15 minutes ends it.
 */
export const collectReport = (interrupt: AbortSignal): Promise<Buffer> =>
  withTimeLimit(MAX_COLLECT_MS, interrupt, async ({ signal, isOver }) => {
    try {
      return await runCollector(signal);
    } catch (error) {
      if (!isOver()) throw error;
      throw new CollectorError('The inventory did not end within 15 minutes. It was stopped.');
    }
  });

function runCollector(signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', [fileURLToPath(SCRIPT), 'collect'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    });
    const out: Buffer[] = [];
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-2000);
    });
    child.once('error', (error) => {
      reject(new CollectorError(error.message));
    });
    child.once('close', (code) => {
      if (code === 0) resolve(Buffer.concat(out));
      else reject(new CollectorError(stderr.trim() || `exit code ${code}`));
    });
  });
}

const SCRIPT_NAMES = { linux: 'hostwarden-agent.sh', windows: 'hostwarden-agent.ps1' } as const;

/**
 * Reads the agent script of an operating system. It also runs on hosts without an agent, with the
 * argument `collect`.
 */
export const agentScript = (os: keyof typeof SCRIPT_NAMES): Promise<string> =>
  readFile(new URL(`../../../agent/${SCRIPT_NAMES[os]}`, import.meta.url), 'utf8');
