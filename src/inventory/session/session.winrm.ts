import { certificatePolicy } from '../../platform/net/login-ports.js';
import type { WinRmCredential } from '../../credentials/credential-login.js';
import type { LoginConditions } from './login.js';
import { readableStderr } from '../../platform/winrm/powershell.js';
import { winRmErrorText, WinRmError } from '../../platform/winrm/winrm.error.js';
import { openWinRm, type WinRm } from '../../platform/winrm/winrm.js';
import type { TaskHost } from '../../tasks/task-type.js';
import { sessionFailure, unreadableReport } from './failures.js';
import {
  COLLECT_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  MAX_SESSION_REPORT_BYTES,
  type SessionOptions,
} from './session.js';

/**
 * Runs the collector as a script block and returns its output: no file is created on the host. Rejects with
 * SessionFailure.
 */
export async function collectByWinRm(
  options: SessionOptions,
  host: TaskHost,
  login: WinRmLogin,
  signal: AbortSignal,
): Promise<Buffer> {
  const script = `& {\n${await options.script('windows')}\n} collect`;
  let session: WinRm | null = null;
  try {
    session = await open(options, host, login, signal);
    await login.recordUse();
    const { exitCode, stdout, stderr } = await session.powershell(script, {
      timeoutMs: COLLECT_TIMEOUT_MS,
      maxBytes: MAX_SESSION_REPORT_BYTES,
      signal,
    });
    if (exitCode !== 0)
      throw unreadableReport(
        'collector_failed',
        `The collector exited with status ${exitCode}: ` +
          `${winRmErrorText(readableStderr(stderr).replaceAll(login.password, '***'))}`,
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

type WinRmLogin = WinRmCredential & LoginConditions;

const NOT_LISTENING = ['connection_refused', 'connect_timeout', 'unreachable'];

// HTTPS first. HTTP with message encryption is used only where HTTPS is not available and was never used before, so
// that an
// attacker on the network cannot force a downgrade. It is not used without trust on first use, since it does not
// authenticate the host.
async function open(
  { guard, ports, keys, trustOnFirstUse, queue }: SessionOptions,
  host: TaskHost,
  { username, password, role, credentialId, ...login }: WinRmLogin,
  signal: AbortSignal,
): Promise<WinRm> {
  const pinned = login.pinned?.fingerprint_sha256 ?? null;
  const common = {
    ip: host.ip,
    username,
    password,
    guard,
    timeoutMs: CONNECT_TIMEOUT_MS,
    signal,
    queue,
  };
  try {
    const session = await openWinRm({
      ...common,
      port: ports.winrmTls,
      tls: true,
      ...certificatePolicy(pinned, trustOnFirstUse),
    });
    const { fingerprint } = session;
    if (fingerprint !== null)
      await keys.record(
        { credentialId, address: host.ip, kind: 'winrm', role },
        { type: 'x509', fingerprint_sha256: fingerprint },
      );
    return session;
  } catch (error) {
    if (
      pinned !== null ||
      !trustOnFirstUse ||
      !(error instanceof WinRmError) ||
      !NOT_LISTENING.includes(error.code)
    )
      throw error;
    return openWinRm({ ...common, port: ports.winrm, tls: false });
  }
}
