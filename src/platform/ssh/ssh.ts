import type { PeerQueue } from '../net/peer-queue.js';
import type { AddressGuard } from '../net/address-guard.js';
import type { HostKey } from './host-key.js';
import type { SshKey } from './keys/ssh-key.js';
import type { Elevation } from './remote-command.js';

export interface SshOptions {
  ip: string;
  port: number;
  username: string;
  /** of the account; with `key`, it is not sent */
  password?: string;
  /** logs in with this key instead of a password */
  key?: SshKey;
  /** what sudo is given; default: `password` */
  sudoPassword?: string | null;
  /** Called before the connection is opened. */
  guard: AddressGuard;
  /** For connecting, and again for everything up to the login. */
  timeoutMs: number;
  /** Ends the whole session at any time. */
  signal: AbortSignal;
  /**
   * The pinned key of this host. Null: the first key is trusted and returned in `hostKey`, for the
   * caller to store.
   */
  pinned: HostKey | null;
  /**
   * False: without a pinned key nothing is sent, and the error (host_key_unknown) contains the key.
   * Default: true.
   */
  trustOnFirstUse?: boolean;
  /** shared by all sessions of a caller; default: its own */
  queue?: PeerQueue;
}

export interface RunOptions {
  stdin?: Buffer | string;
  timeoutMs: number;
  /** For stdout and stderr each; the rest is discarded and flagged in `truncated`. */
  maxBytes: number;
  signal?: AbortSignal;
  onStderr?: (data: Buffer) => void;
  /** Runs as root: directly, with sudo or with doas, as found by `elevate`. */
  root?: boolean;
}

/**
 * `exitCode` is null when a signal ended the command (`signal`, as `SIGKILL`) or the server sent
 * none.
 */
export interface RunResult {
  exitCode: number | null;
  signal: string | null;
  stdout: Buffer;
  stderr: Buffer;
  truncated: { stdout: boolean; stderr: boolean };
}

/**
 * A login on a host with `sh`; the login shell may be another one, as csh or fish. All rejections are
 * SshError; a lost connection rejects all running calls at once.
 */
export interface SshSession {
  hostKey: HostKey & { pinned: boolean };
  /** This machine's address on the connection, by which the host can call back. */
  localAddress: string;
  /**
   * Runs one command line in `sh`. Rejects with timeout or aborted (the remote command is killed
   * first), connection_lost, sudo_denied, protocol_error.
   */
  run(command: string, options: RunOptions): Promise<RunResult>;
  /**
   * Determines, once, how this login becomes root. Rejects with sudo_denied and the output of sudo.
   */
  elevate(): Promise<Elevation>;
  /**
   * Writes a file at an absolute path, completely or not at all, and syncs it to disk. `mode` in
   * octal digits (`0644`). Rejects with upload_failed and the remote error output (disk full,
   * read-only file system, …).
   */
  upload(
    bytes: Buffer,
    remotePath: string,
    mode: string,
    options?: { root?: boolean; timeoutMs?: number },
  ): Promise<void>;
  close(): Promise<void>;
}
