import { readFileSync } from 'node:fs';
import type { CredentialLogin } from '../../../credentials/credentials.service.js';
import type { AddressGuard } from '../../../platform/net/address-guard.js';
import { openSsh } from '../../../platform/ssh/open-ssh.js';
import { SshError } from '../../../platform/ssh/ssh-error.js';
import { openWinRm, type WinRm } from '../../../platform/winrm/winrm.js';
import { WinRmError } from '../../../platform/winrm/winrm.error.js';
import type { OsFamily } from '../../agents.table.js';
import type { PinnedKey } from '../../host-keys.js';
import { certificatePolicy, type LoginPorts } from '../../../platform/net/login-ports.js';
import { OperationFailure } from '../errors.js';
import { linuxHost } from './linux.host.js';
import type { RemoteHost } from './remote-host.js';
import { windowsHost } from './windows.host.js';

export interface HostLogin {
  ip: string;
  osFamily: OsFamily;
  credential: CredentialLogin;
  pinned: PinnedKey | null;
  signal: AbortSignal;
}

/** Logs in to a host. Rejects with OperationFailure, SshError or WinRmError; nothing is left open then. */
export type ConnectHost = (visit: HostLogin) => Promise<RemoteHost>;

export interface ConnectSettings {
  guard: AddressGuard;
  ports: LoginPorts;
  /** whether a key that was never seen is trusted, where nobody told of it */
  trustOnFirstUse: boolean;
  /** before every path on Linux hosts; empty but in tests */
  root: string;
  /** for connecting, and for the login */
  connectMs: number;
  /** for each command on the host */
  commandMs: number;
}

export const CONNECT_DEFAULTS: Omit<ConnectSettings, 'guard' | 'ports' | 'trustOnFirstUse'> = {
  root: '',
  connectMs: 15_000,
  commandMs: 60_000,
};

const LINUX_AGENT = new URL('../../../../agent/hostwarden-agent.sh', import.meta.url);
const WINDOWS_AGENT = new URL('../../../../agent/hostwarden-agent.ps1', import.meta.url);

/** Sites over SSH and WinRM. */
export function createConnectHost(settings: ConnectSettings): ConnectHost {
  return (visit) =>
    visit.osFamily === 'linux' ? openLinux(visit, settings) : openWindows(visit, settings);
}

async function openLinux(
  { ip, credential, pinned, signal }: HostLogin,
  { guard, ports, trustOnFirstUse, root, connectMs, commandMs }: ConnectSettings,
): Promise<RemoteHost> {
  const { username, password } = credential;
  try {
    const session = await openSsh({
      ip,
      port: ports.ssh,
      username,
      password,
      guard,
      timeoutMs: connectMs,
      signal,
      pinned,
      trustOnFirstUse,
    });
    return linuxHost(session, {
      username,
      script: readFileSync(LINUX_AGENT, 'utf8'),
      root,
      timeoutMs: commandMs,
    });
  } catch (error) {
    if (error instanceof SshError && error.code === 'timeout')
      throw new OperationFailure('connect_timeout', error.message); // it connected, and then said nothing
    throw error;
  }
}

async function openWindows(
  { ip, credential, pinned, signal }: HostLogin,
  settings: ConnectSettings,
): Promise<RemoteHost> {
  const { username, password } = credential;
  const base = {
    ip,
    username,
    password,
    guard: settings.guard,
    timeoutMs: settings.connectMs,
    signal,
  };
  const tls = {
    ...base,
    port: settings.ports.winrmTls,
    tls: true,
    ...certificatePolicy(pinned?.fingerprint_sha256 ?? null, settings.trustOnFirstUse),
  };
  const session = await openWinRm(tls).catch((error: unknown): Promise<WinRm> => {
    // Sealed HTTP is what a Windows has by default; but who was seen with a certificate is not let off it, and there nobody tells who answers.
    const isClosed =
      error instanceof WinRmError &&
      (error.code === 'connection_refused' || error.code === 'connect_timeout');
    if (isClosed && pinned === null && settings.trustOnFirstUse)
      return openWinRm({ ...base, port: settings.ports.winrm, tls: false });
    throw error;
  });
  return windowsHost(session, {
    username,
    isPinned: pinned !== null,
    script: readFileSync(WINDOWS_AGENT, 'utf8'),
    timeoutMs: settings.commandMs,
    signal,
  });
}
