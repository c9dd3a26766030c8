import {
  secretsOfLogin,
  sshLoginOptions,
  type SshCredential,
} from '../../credentials/credential-login.js';
import type { LoginConditions } from './login.js';
import { openSsh } from '../../platform/ssh/open-ssh.js';
import { sshErrorText, SshError } from '../../platform/ssh/ssh-error.js';
import type { SshSession } from '../../platform/ssh/ssh.js';
import type { TaskHost } from '../../tasks/task-type.js';
import { sessionFailure, unreadableReport } from './failures.js';
import {
  COLLECT_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  MAX_SESSION_REPORT_BYTES,
  type SessionOptions,
} from './session.js';

/**
 * Passes the collector on standard input and returns its output: no file is created on the host. Rejects with
 * SessionFailure.
 */
export async function collectBySsh(
  options: SessionOptions,
  host: TaskHost,
  login: SshCredential & LoginConditions,
  signal: AbortSignal,
): Promise<Buffer> {
  const { guard, ports, keys, script, trustOnFirstUse, queue } = options;
  const stdin = await script('linux');
  let session: SshSession | null = null;
  try {
    session = await openSsh({
      ip: host.ip,
      port: ports.ssh,
      ...sshLoginOptions(login),
      guard,
      timeoutMs: CONNECT_TIMEOUT_MS,
      signal,
      pinned: login.pinned,
      trustOnFirstUse,
      queue,
    });
    await login.recordUse();
    const { credentialId, role } = login;
    await keys.record({ credentialId, address: host.ip, kind: 'ssh', role }, session.hostKey);
    const { exitCode, stdout, stderr, truncated } = await session.run('sh -s collect', {
      stdin,
      timeoutMs: COLLECT_TIMEOUT_MS,
      maxBytes: MAX_SESSION_REPORT_BYTES,
    });
    if (truncated.stdout)
      throw unreadableReport('too_large', 'The report of this host is too large.');
    if (exitCode !== 0)
      throw unreadableReport(
        'collector_failed',
        `The collector ${exitText(exitCode)}: ${sshErrorText(stderr, secretsOfLogin(login))}`,
      );
    return stdout;
  } catch (error) {
    if (error instanceof SshError && !signal.aborted)
      throw sessionFailure(error.code, error.message);
    throw error;
  } finally {
    await session?.close();
  }
}

const exitText = (exitCode: number | null): string =>
  exitCode === null ? 'was terminated by a signal' : `exited with status ${exitCode}`;
