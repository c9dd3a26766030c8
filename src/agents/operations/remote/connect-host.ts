import { readFileSync } from 'node:fs';
import {
  sshLoginOptions,
  type CredentialLogin,
  type SshCredential,
  type WinRmCredential,
} from '../../../credentials/credential-login.js';
import { createPeerQueue, type PeerQueue } from '../../../platform/net/peer-queue.js';
import type { AddressGuard } from '../../../platform/net/address-guard.js';
import { certificatePolicy, type LoginPorts } from '../../../platform/net/login-ports.js';
import { openSsh } from '../../../platform/ssh/open-ssh.js';
import { SshError } from '../../../platform/ssh/ssh-error.js';
import { openWinRm, type WinRm } from '../../../platform/winrm/winrm.js';
import { WinRmError } from '../../../platform/winrm/winrm.error.js';
import type { PinnedKey } from '../../agents.table.js';
import { OperationFailure } from '../errors.js';
import { linuxHost } from './linux.host.js';
import type { RemoteHost } from './remote-host.js';
import { windowsHost } from './windows.host.js';

/** @internal */
export interface HostLogin {
  ip: string;
  credential: CredentialLogin;
  pinned: PinnedKey | null;
  signal: AbortSignal;
}

/** Logs in to a host. Rejects with OperationFailure, SshError or WinRmError; no connection stays open then. */
export type ConnectHost = (login: HostLogin) => Promise<RemoteHost>;

export interface ConnectSettings {
  guard: AddressGuard;
  ports: LoginPorts;
  /** whether an unknown key is trusted if none is pinned */
  trustOnFirstUse: boolean;
  /** prefix of every path on Linux hosts; empty except in tests */
  root: string;
  /** timeout of the connection, and of the login */
  connectMs: number;
  /** timeout of each command on the host */
  commandMs: number;
}

export const CONNECT_DEFAULTS: Omit<ConnectSettings, 'guard' | 'ports' | 'trustOnFirstUse'> = {
  root: '',
  connectMs: 15_000,
  commandMs: 60_000,
};

const LINUX_AGENT = new URL('../../../../agent/hostwarden-agent.sh', import.meta.url);
const WINDOWS_AGENT = new URL('../../../../agent/hostwarden-agent.ps1', import.meta.url);

/** Connects to Linux over SSH and to Windows over WinRM. */
export function createConnectHost(settings: ConnectSettings): ConnectHost {
  const queue = createPeerQueue();
  return ({ credential, ...login }) =>
    credential.type === 'winrm_password'
      ? connectWindows({ ...login, credential }, settings, queue)
      : connectLinux({ ...login, credential }, settings, queue);
}

type LoginWith<T extends CredentialLogin> = HostLogin & { credential: T };

async function connectLinux(
  { ip, credential, pinned, signal }: LoginWith<SshCredential>,
  { guard, ports, trustOnFirstUse, root, connectMs, commandMs }: ConnectSettings,
  queue: PeerQueue,
): Promise<RemoteHost> {
  const { username } = credential;
  try {
    const session = await openSsh({
      ip,
      port: ports.ssh,
      ...sshLoginOptions(credential),
      guard,
      timeoutMs: connectMs,
      signal,
      pinned,
      trustOnFirstUse,
      queue,
    });
    return linuxHost(session, {
      username,
      script: readFileSync(LINUX_AGENT, 'utf8'),
      root,
      timeoutMs: commandMs,
    });
  } catch (error) {
    if (error instanceof SshError && error.code === 'timeout')
      throw new OperationFailure('connect_timeout', error.message); // connected, but no SSH response
    throw error;
  }
}

async function connectWindows(
  { ip, credential, pinned, signal }: LoginWith<WinRmCredential>,
  settings: ConnectSettings,
  queue: PeerQueue,
): Promise<RemoteHost> {
  const { guard, ports, trustOnFirstUse, connectMs: timeoutMs } = settings;
  const { username, password } = credential;
  const base = { ip, username, password, guard, timeoutMs, signal, queue };
  const tls = {
    ...base,
    port: ports.winrmTls,
    tls: true,
    ...certificatePolicy(pinned?.fingerprint_sha256 ?? null, trustOnFirstUse),
  };
  const session = await openWinRm(tls).catch((error: unknown): Promise<WinRm> => {
    // HTTP with message encryption is the default of Windows, but it does not authenticate the host:
    // it is not used for a host with a pinned certificate, nor without trust on first use.
    const isClosed =
      error instanceof WinRmError &&
      (error.code === 'connection_refused' || error.code === 'connect_timeout');
    if (isClosed && pinned === null && trustOnFirstUse)
      return openWinRm({ ...base, port: ports.winrm, tls: false });
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
