import { certificatePolicy } from '../../platform/net/login-ports.js';
import type { Login } from './login.js';
import { readableStderr } from '../../platform/winrm/powershell.js';
import { winRmErrorText, WinRmError } from '../../platform/winrm/winrm.error.js';
import { openWinRm, type WinRm } from '../../platform/winrm/winrm.js';
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
 * The collector goes in as a script block and its report comes out: no file is made on the host. Rejects
 * with SessionFailure.
 */
export async function collectByWinRm(
  options: SessionOptions,
  host: TaskHost,
  login: Login,
  signal: AbortSignal,
): Promise<Buffer> {
  const script = `& {\n${await options.script('windows')}\n} collect`;
  let session: WinRm | null = null;
  try {
    session = await open(options, host, login, signal);
    const { exitCode, stdout, stderr } = await session.powershell(script, {
      timeoutMs: COLLECT_MS,
      maxBytes: MAX_REPORT,
      signal,
    });
    if (exitCode !== 0)
      throw unreadableReport(
        'collector_failed',
        `The collector ended with ${exitCode}: ${winRmErrorText(readableStderr(stderr).replaceAll(login.password, '***'))}`,
      );
    return stdout;
  } catch (error) {
    if (!(error instanceof WinRmError) || signal.aborted) throw error;
    throw error.code === 'too_much_output'
      ? unreadableReport('too_large', 'The report of this host is too large.')
      : sessionFailure(error.code, error.message);
  } finally {
    await session?.close();
  }
}

const ABSENT = ['connection_refused', 'connect_timeout', 'unreachable'];

// HTTPS first; sealed HTTP only where there is none and never was one, so that nobody on the way can make us do with
// less; and there nobody tells who answers.
async function open(
  { guard, ports, keys, trustOnFirstUse }: SessionOptions,
  host: TaskHost,
  { username, password }: Login,
  signal: AbortSignal,
): Promise<WinRm> {
  const pinned = (await keys.pinned(host.host_id, 'winrm'))?.fingerprint_sha256 ?? null;
  const common = { ip: host.ip, username, password, guard, timeoutMs: CONNECT_MS, signal };
  try {
    const session = await openWinRm({
      ...common,
      port: ports.winrmTls,
      tls: true,
      ...certificatePolicy(pinned, trustOnFirstUse),
    });
    if (pinned === null && session.fingerprint !== null)
      await keys.pin(host.host_id, 'winrm', {
        type: 'x509',
        fingerprint_sha256: session.fingerprint,
      });
    return session;
  } catch (error) {
    if (
      pinned !== null ||
      !trustOnFirstUse ||
      !(error instanceof WinRmError) ||
      !ABSENT.includes(error.code)
    )
      throw error;
    return openWinRm({ ...common, port: ports.winrm, tls: false });
  }
}
