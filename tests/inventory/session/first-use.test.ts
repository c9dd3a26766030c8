import { describe, expect, it } from 'vitest';
import { createSessions } from '../../../src/inventory/session/create-session-inventory.js';
import type { SessionFailure } from '../../../src/inventory/session/failures.js';
import { agentScript } from '../../../src/platform/process/collector.js';
import { sshServer } from '../../support/ssh-server.js';
import { winRmServer } from '../../support/winrm-server.js';

const strict = (ports: { ssh?: number; winrm?: number; winrmTls?: number }) =>
  createSessions({
    guard: () => null,
    ports: { ssh: 1, winrm: 1, winrmTls: 1, ...ports },
    keys: { record: () => Promise.reject(new Error('no login succeeds')) },
    trustOnFirstUse: false,
    script: agentScript,
  });
const result = (session: Promise<Buffer>): Promise<unknown> =>
  session.then(
    () => {
      throw new Error('the login succeeded');
    },
    (error: SessionFailure) => error.result,
  );
const recordUse = () => Promise.reject(new Error('no login succeeds'));
const HOST = { host_id: 1, ip: '127.0.0.1' } as never;
const never = new AbortController().signal;

describe('an inventory session without trust on first use', () => {
  it('sends no password to a host without a pinned SSH key', async () => {
    const server = await sshServer();
    const login = {
      type: 'ssh_password',
      username: 'admin',
      password: server.password('admin'),
      pinned: null,
      role: 'admin',
      credentialId: 1,
      recordUse,
    } as const;
    expect(await result(strict({ ssh: server.port })(HOST, login, never))).toMatchObject({
      outcome: 'failed',
      reason: 'host_key_unknown',
      detail: expect.stringContaining('SHA256:') as string,
    });
    expect(server.log.passwords).toBe(0);
  });

  it.each([
    [true, 'failed', 'certificate_untrusted'],
    [false, 'unreachable', 'connection_refused'],
  ])(
    'sends nothing to a Windows host without a pinned certificate (TLS: %s)',
    async (tls, outcome, reason) => {
      const server = await winRmServer({ tls });
      const login = {
        type: 'winrm_password',
        username: 'hwadmin',
        password: 'Pass-1',
        pinned: null,
        role: 'admin',
        credentialId: 1,
        recordUse,
      } as const;
      expect(
        await result(
          strict(tls ? { winrmTls: server.port } : { winrm: server.port })(HOST, login, never),
        ),
      ).toMatchObject({ outcome, reason });
      expect(server.seen).toEqual([]);
    },
  );
});
