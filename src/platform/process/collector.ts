import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const SCRIPT = new URL('../../../agent/hostwarden-agent.sh', import.meta.url);

/** The collector failed; the message is its error output. */
export class CollectorError extends Error {}

/**
 * Runs the collector of the agent script on this machine and returns its report. Throws
 * CollectorError, also when `signal` ends it.
 */
export function collectReport(signal: AbortSignal): Promise<Buffer> {
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
