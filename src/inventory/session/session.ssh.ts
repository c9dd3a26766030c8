import type { Login } from './login.js';
import { openSsh } from '../../platform/ssh/open-ssh.js';
import { sshErrorText, SshError } from '../../platform/ssh/ssh-error.js';
import type { SshSession } from '../../platform/ssh/ssh.js';
import type { TaskHost } from '../../tasks/task-type.js';
import {
  unreadableReport,
  COLLECT_MS,
  CONNECT_MS,
  MAX_REPORT,
  sessionFailure,
  type SessionOptions,
} from './session.js';

/**
 * The collector goes in by standard input and its report comes out: no file is made on the host. Rejects
 * with SessionFailure.
 */
export async function collectBySsh(
  options: SessionOptions,
  host: TaskHost,
  login: Login,
  signal: AbortSignal,
): Promise<Buffer> {
  const { guard, ports, keys, script, trustOnFirstUse } = options;
  const stdin = await script('linux');
  let session: SshSession | null = null;
  try {
    session = await openSsh({
      ip: host.ip,
      port: ports.ssh,
      username: login.username,
      password: login.password,
      guard,
      timeoutMs: CONNECT_MS,
      signal,
      pinned: await keys.pinned(host.host_id, 'ssh'),
      trustOnFirstUse,
    });
    if (!session.hostKey.pinned) await keys.pin(host.host_id, 'ssh', session.hostKey);
    const { exitCode, stdout, stderr, truncated } = await session.run('sh -s collect', {
      stdin,
      timeoutMs: COLLECT_MS,
      maxBytes: MAX_REPORT,
    });
    if (truncated.stdout)
      throw unreadableReport('too_large', 'The report of this host is too large.');
    if (exitCode !== 0)
      throw unreadableReport(
        'collector_failed',
        `The collector ended with ${exitCode ?? 'a signal'}: ${sshErrorText(stderr, login.password)}`,
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
