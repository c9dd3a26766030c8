import { onTestFinished } from 'vitest';
import type { HostKey } from '../../src/platform/ssh/host-key.js';
import { openSsh } from '../../src/platform/ssh/open-ssh.js';
import type { SshError } from '../../src/platform/ssh/ssh-error.js';
import type { RunOptions, SshOptions, SshSession } from '../../src/platform/ssh/ssh.js';
import type { SshServer } from './ssh-server.js';

export const limits: RunOptions = { timeoutMs: 10_000, maxBytes: 1_000_000 };

/** Logs in to a test server, by default as admin. The session closes with the test. */
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

/** Resolves with the SshError of a rejected attempt. */
export async function sshRejection(attempt: Promise<unknown>): Promise<SshError> {
  return attempt.then(
    () => {
      throw new Error('the attempt was not rejected');
    },
    (error: unknown) => error as SshError,
  );
}

/** Returns the key of a session in its stored form. */
export function keptKey({ hostKey }: SshSession): HostKey {
  return { type: hostKey.type, fingerprint_sha256: hostKey.fingerprint_sha256 };
}
