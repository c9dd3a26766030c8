import type { AddressGuard } from '../net/address-guard.js';
import type { HostKey } from './host-key.js';
import type { Elevation } from './remote-command.js';

export interface SshOptions {
  ip: string;
  port: number;
  username: string;
  password: string;
  /** Asked before the connection is made. */
  guard: AddressGuard;
  /** For connecting, and once more for everything up to the login. */
  timeoutMs: number;
  /** Ends the whole session, at any time. */
  signal: AbortSignal;
  /** The key this host is known by. Null: the first key is trusted and given back in `hostKey`, for the caller to keep. */
  pinned: HostKey | null;
  /** False: without a pinned key nothing is sent, and the key is told in the error (host_key_unknown). True unless told. */
  trustOnFirstUse?: boolean;
}

export interface RunOptions {
  stdin?: Buffer | string;
  timeoutMs: number;
  /** Of stdout and stderr each; what is more is thrown away and flagged in `truncated`. */
  maxBytes: number;
  signal?: AbortSignal;
  onStderr?: (data: Buffer) => void;
  /** As root: directly, with sudo or with doas, whatever `elevate` found. */
  root?: boolean;
}

/** `exitCode` is null when a signal ended the command (`signal`, as `SIGKILL`) or the server told nothing. */
export interface RunResult {
  exitCode: number | null;
  signal: string | null;
  stdout: Buffer;
  stderr: Buffer;
  truncated: { stdout: boolean; stderr: boolean };
}

/**
 * A login on a host whose login shell is of the POSIX kind. All rejections are SshError; a connection that is lost rejects everything under way at once.
 */
export interface SshSession {
  hostKey: HostKey & { pinned: boolean };
  /** This machine's own address on the connection: the one by which that host can call back. */
  localAddress: string;
  /** Runs one command line in `sh`. Rejects with timeout, aborted (the command is ended there first), connection_lost, sudo_denied, protocol_error. */
  run(command: string, options: RunOptions): Promise<RunResult>;
  /** Finds out, once, how this login becomes root. Rejects with sudo_denied and what sudo said. */
  elevate(): Promise<Elevation>;
  /**
   * Writes a file at an absolute path: wholly or not at all, and synced to the disk. `mode` in octal digits (`0644`).
   * Rejects with upload_failed and what the far end said (disk full, read-only file system, …).
   */
  upload(
    bytes: Buffer,
    remotePath: string,
    mode: string,
    options?: { root?: boolean; timeoutMs?: number },
  ): Promise<void>;
  close(): Promise<void>;
}
