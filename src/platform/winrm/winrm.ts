import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { PeerQueue } from '../net/peer-queue.js';
import { systemClock } from '../clock.js';
import type { AddressGuard } from '../net/address-guard.js';
import { channelBindings } from './channel-binding.js';
import { createWinRmHttp } from './http.js';
import { openConnection, type WinRmCertificate } from './connection.js';
import { logIn } from './login.js';
import { splitUsername } from './ntlm/client.js';
import { base64Lines, powershellCall, readableStderr, uploadScript } from './powershell.js';
import { createWinRmSession } from './session.js';
import { createShell, type ShellRunOptions, type ShellRunResult, type Shell } from './shell.js';
import { WinRmError } from './winrm.error.js';

export interface WinRmOptions {
  ip: string;
  /** 5985 for HTTP, 5986 for HTTPS */
  port: number;
  tls: boolean;
  /** `DOMAIN\user`, `user@domain` or `user` */
  username: string;
  password: string;
  guard: AddressGuard;
  /** for connecting, and for each of the two requests of the login; default 15 s */
  timeoutMs?: number;
  signal?: AbortSignal;
  /**
   * SHA-256 of the certificate, hex, with or without colons. Another certificate:
   * certificate_changed
   */
  pinned?: string;
  /**
   * Called with the certificate when none is pinned, before anything is sent: true trusts it.
   * Without it only verified certificates are trusted; otherwise certificate_untrusted
   */
  trust?: (certificate: WinRmCertificate) => boolean | Promise<boolean>;
  /** shared by all sessions of a caller; default: its own */
  queue?: PeerQueue;
}

export interface WinRm {
  /** of the server's certificate, lower-case hex; null over HTTP */
  fingerprint: string | null;
  /** the certificate is issued for the address by an authority that this machine trusts */
  isVerified: boolean;
  /** The address of this machine on the connection. */
  localAddress: string;
  /** Runs a line of cmd.exe. Arguments are joined with spaces: quote them where needed. */
  run(
    command: string,
    args?: readonly string[],
    options?: ShellRunOptions,
  ): Promise<ShellRunResult>;
  /**
   * Runs a script of any length. It reads its standard input, line by line, from $input. Use ASCII
   * only; base64 for other data.
   */
  powershell(
    script: string,
    options?: Omit<ShellRunOptions, 'skipCmdShell'>,
  ): Promise<ShellRunResult>;
  /** Writes a file and compares its hash with the sent bytes; at most 16 MiB. */
  upload(
    bytes: Buffer,
    remotePath: string,
    options?: { timeoutMs?: number; signal?: AbortSignal },
  ): Promise<void>;
  /** Deletes the shell and closes the connection; never rejects. */
  close(): Promise<void>;
}

const MAX_UPLOAD = 16 * 1_048_576;

/**
 * Connects and logs in with NTLMv2. Over HTTP everything after the login is sealed; over HTTPS the
 * login is bound to the server's certificate. Never uses Basic or cleartext. Every rejection, here
 * and of the methods, is a WinRmError; none contains the password. Source: MS-WSMV, MS-NLMP, RFC
 * 5929.
 */
export async function openWinRm(options: WinRmOptions): Promise<WinRm> {
  const timeouts = {
    timeoutMs: options.timeoutMs ?? 15_000,
    ...(options.signal && { signal: options.signal }),
  };
  const { socket, certificate } = await openConnection({ ...options, ...timeouts });
  const http = createWinRmHttp(socket, options);
  try {
    await verifyCertificate(certificate, options);
    const channel = await logIn(
      http,
      {
        login: { ...splitUsername(options.username), password: options.password },
        channelBindings: certificate ? channelBindings(certificate.der) : Buffer.alloc(16),
        targetName: `HTTP/${options.ip}`,
        nowMs: systemClock.now() * 1000,
        random: randomBytes,
      },
      timeouts,
    );
    const shell = createShell(
      createWinRmSession(http, certificate ? null : channel, options.queue),
      {
        to: endpoint(options),
        uuid: newUuid,
        monotonicMs: () => systemClock.monotonicMs(),
      },
    );
    return {
      ...commands(shell),
      fingerprint: certificate?.fingerprint ?? null,
      isVerified: certificate?.verified ?? false,
      localAddress: socket.localAddress ?? '',
      close: async () => {
        await shell.close(5_000);
        http.close();
      },
    };
  } catch (error) {
    http.close();
    throw error;
  }
}

const newUuid = (): string => randomUUID().toUpperCase();

const endpoint = ({ ip, port, tls }: WinRmOptions): string =>
  `${tls ? 'https' : 'http'}://${isIPv6(ip) ? `[${ip}]` : ip}:${port}/wsman`;

async function verifyCertificate(
  certificate: WinRmCertificate | null,
  { pinned, trust }: WinRmOptions,
): Promise<void> {
  if (certificate === null) return;
  if (pinned !== undefined) {
    if (pinned.replaceAll(':', '').toLowerCase() === certificate.fingerprint) return;
    throw new WinRmError(
      'certificate_changed',
      `the certificate differs from the pinned one; its SHA-256 is ${certificate.fingerprint}`,
    );
  }
  if (trust ? await trust(certificate) : certificate.verified) return;
  throw new WinRmError(
    'certificate_untrusted',
    `the certificate is not trusted; its SHA-256 is ${certificate.fingerprint}`,
  );
}

function commands(shell: Shell): Pick<WinRm, 'run' | 'powershell' | 'upload'> {
  const powershell: WinRm['powershell'] = async (script, { stdin, ...options } = {}) => {
    const call = powershellCall(script, stdin);
    return shell.run(call.command, call.args, {
      ...options,
      ...(call.stdin && { stdin: call.stdin }),
    });
  };
  return {
    run: (command, args = [], options = {}) => shell.run(command, args, options),
    powershell,
    upload: async (bytes, remotePath, options = {}) => {
      if (bytes.length > MAX_UPLOAD)
        throw new WinRmError(
          'upload_failed',
          `${bytes.length} bytes exceed the limit of ${MAX_UPLOAD}`,
        );
      const { exitCode, stdout, stderr } = await powershell(uploadScript(remotePath), {
        ...options,
        stdin: base64Lines(bytes),
      });
      if (exitCode !== 0)
        throw new WinRmError(
          'upload_failed',
          readableStderr(stderr) || `PowerShell exit code ${exitCode}`,
        );
      const hash = createHash('sha256').update(bytes).digest('hex');
      if (stdout.toString().trim().toLowerCase() !== hash)
        throw new WinRmError('upload_failed', 'the uploaded file differs from the original');
    },
  };
}
