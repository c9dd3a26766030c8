import type { CommandOutcome } from './command-channel.js';
import type { Elevation } from './remote-command.js';
import { SshError } from './ssh-error.js';
import type { RunOptions } from './ssh.js';

/** Runs a command with the given elevation. */
export type RunAs = (
  command: string,
  elevation: Elevation | null,
  options: RunOptions,
) => Promise<CommandOutcome>;

const LIMITS = { timeoutMs: 20_000, maxBytes: 16_384 };
const NEEDS_TERMINAL = /must have a tty|no tty present|terminal is required/i;

/**
 * Determines how this login becomes root: it is root, sudo needs no password, sudo needs the
 * password, or doas needs no password. sudo is called once, so that a wrong password counts once.
 * Rejects with sudo_denied and the error output.
 */
export async function findElevation(runAs: RunAs): Promise<Elevation> {
  const { stdout } = await runAs('id -u; command -v sudo; command -v doas; true', null, LIMITS);
  const [uid, ...tools] = stdout.toString('utf8').split('\n');
  if (uid?.trim() === '0') return { kind: 'root', pty: false };
  const isInstalled = (name: string): boolean => tools.some((path) => path.endsWith(`/${name}`));
  const viaSudo = isInstalled('sudo') ? await trySudo(runAs, false) : null;
  if (viaSudo !== null && !(viaSudo instanceof SshError)) return viaSudo;
  if (isInstalled('doas') && (await canRun(runAs, { kind: 'doas', pty: false })))
    return { kind: 'doas', pty: false };
  if (viaSudo !== null) throw viaSudo;
  throw new SshError(
    'sudo_denied',
    isInstalled('doas')
      ? 'doas requires a password, which it reads only from a terminal'
      : 'this login is not root, and neither sudo nor doas is installed',
  );
}

async function trySudo(runAs: RunAs, pty: boolean): Promise<Elevation | SshError> {
  try {
    const { wasPrompted: wasAsked } = await runAs('true', { kind: 'sudo_password', pty }, LIMITS);
    return { kind: wasAsked ? 'sudo_password' : 'sudo', pty };
  } catch (error) {
    if (!(error instanceof SshError) || error.code !== 'sudo_denied') throw error;
    return !pty && NEEDS_TERMINAL.test(error.evidence.stderr ?? '') ? trySudo(runAs, true) : error;
  }
}

async function canRun(runAs: RunAs, elevation: Elevation): Promise<boolean> {
  return runAs('true', elevation, LIMITS).then(
    (result) => result.exitCode === 0,
    (error: unknown) => {
      if (error instanceof SshError && error.code === 'sudo_denied') return false;
      throw error;
    },
  );
}
