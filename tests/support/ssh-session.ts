import { onTestFinished } from 'vitest';
import type { HostKey } from '../../src/platform/ssh/host-key.js';
import { openSsh } from '../../src/platform/ssh/open-ssh.js';
import type { SshError } from '../../src/platform/ssh/ssh-error.js';
import type { RunOptions, SshOptions, SshSession } from '../../src/platform/ssh/ssh.js';
import type { SshServer } from './ssh-server.js';

export const limits: RunOptions = { timeoutMs: 10_000, maxBytes: 1_000_000 };

/** Logs in on a test server as admin, unless told otherwise; the session is closed when the test ends. */
export async function session(
  server: SshServer,
  options: Partial<SshOptions> = {},
): Promise<SshSession> {
  const username = options.username ?? 'admin';
  const opened = await openSsh({
    ip: server.ip,
    port: server.port,
    username,
    password: server.password(username),
    guard: () => null,
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    pinned: null,
    ...options,
  });
  onTestFinished(() => opened.close());
  return opened;
}

/** The SshError with which something was refused. */
export async function refusal(attempt: Promise<unknown>): Promise<SshError> {
  return attempt.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: unknown) => error as SshError,
  );
}

/** The key of a session, as it would be kept. */
export function keptKey({ hostKey }: SshSession): HostKey {
  return { type: hostKey.type, fingerprint_sha256: hostKey.fingerprint_sha256 };
}
