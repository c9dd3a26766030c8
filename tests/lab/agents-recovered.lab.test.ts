import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/app.js';
import { agentLab, as, run, SERVER } from './agent-lab.js';
import { removeHosts, type Role } from './hosts.js';

const { skipReason, output, traces, serve, clean } = agentLab(['systemd', 'full', 'ro', 'late']);
afterAll(removeHosts);

interface Problem {
  role: Role;
  code: string;
  user?: 'admin' | 'nosudo';
  detail?: RegExp;
  env?: () => Record<string, string>;
  /** shell commands of root that cause the problem */
  begin?: string;
  /** shell commands of root that fix it */
  fix: string;
}

/** A certificate that is valid for one day: whether the host trusts it depends on the host's clock. */
function shortLived(): Record<string, string> {
  const folder = temporaryFolder();
  const TLS_KEY = join(folder, 'key.pem');
  const TLS_CERT = join(folder, 'cert.pem');
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=lab',
      '-addext',
      `subjectAltName=IP:${SERVER}`,
      '-keyout',
      TLS_KEY,
      '-out',
      TLS_CERT,
    ],
    { stdio: 'ignore' },
  );
  return { TLS_KEY, TLS_CERT, HOST: SERVER };
}

const WRONG_CLOCK = /^https:.*: curl 60\b[^]*; clock of the host: 20\d\d-/;
const PROBLEMS: Record<string, Problem> = {
  'its disk is full': {
    role: 'full',
    code: 'disk_full',
    begin: 'dd if=/dev/zero of=/var/filler bs=64k 2>/dev/null || true',
    fix: 'rm -f /var/filler',
  },
  'its root is read-only': {
    role: 'ro',
    code: 'read_only_root',
    begin: 'mount -o remount,bind,ro /',
    fix: 'mount -o remount,bind,rw /',
  },
  'there is neither curl nor wget': {
    role: 'systemd',
    code: 'missing_tool',
    begin: 'mv /usr/bin/curl /usr/bin/wget /root',
    fix: 'mv /root/curl /root/wget /usr/bin',
  },
  'the user cannot become root': {
    role: 'systemd',
    code: 'sudo_denied',
    user: 'nosudo',
    begin: 'rm -f /etc/sudoers.d/lab',
    fix: 'echo "nosudo ALL=(ALL) ALL" >/etc/sudoers.d/lab',
  },
  'the password is wrong': {
    role: 'systemd',
    code: 'auth_failed',
    begin: 'cp -p /etc/shadow /root; echo admin:another | chpasswd',
    fix: 'mv /root/shadow /etc',
  },
  'its clock is a year ahead': {
    role: 'late',
    code: 'no_way_back',
    env: shortLived,
    detail: WRONG_CLOCK,
    begin: 'echo +365d >/etc/faketimerc',
    fix: 'echo +0 >/etc/faketimerc',
  },
  'its clock is a year behind': {
    role: 'late',
    code: 'no_way_back',
    env: shortLived,
    detail: WRONG_CLOCK,
    begin: 'echo -365d >/etc/faketimerc',
    fix: 'echo +0 >/etc/faketimerc',
  },
};

describe.skipIf(skipReason !== null)('a host without the conditions for an agent', () => {
  it.each(Object.entries(PROBLEMS))(
    'is left unchanged because %s, and accepts an agent after the fix',
    async (_name, { role, code, user = 'admin', env, detail = /./, begin = 'true', fix }) => {
      await clean(role);
      const served = await serve(role, user, env && { env: env() });
      await output(role, begin);
      try {
        expect(await run(served, 'install')).toMatchObject({
          ...as(code),
          error: { code, detail: expect.stringMatching(detail) as string },
        });
        expect(await traces(role)).toBe('');
      } finally {
        await output(role, fix);
      }
      for (const action of ['install', 'uninstall'])
        expect(await run(served, action)).toMatchObject(as(null));
      expect(await traces(role)).toBe('');
    },
  );

  it('accepts an agent after its former key is forgotten', async () => {
    await clean('systemd');
    const served = await serve('systemd');
    const { service, hostId } = served;
    expect(await run(served, 'install', { dry_run: true })).toMatchObject(as(null));
    const first = (await service.agent(hostId)).ssh_host_key;
    await output('systemd', 'rm /etc/ssh/ssh_host_*; ssh-keygen -q -A; systemctl restart ssh');
    expect(await run(served, 'install')).toMatchObject({
      ...as('host_key_changed'),
      error: {
        detail: expect.stringContaining(
          `instead of ${first?.type} ${first?.fingerprint_sha256}`,
        ) as string,
      },
    });
    expect(await traces('systemd')).toBe('');
    expect((await service.call('DELETE', `/hosts/${hostId}/ssh-host-key`)).status).toBe(204);
    for (const action of ['install', 'uninstall'])
      expect(await run(served, action)).toMatchObject(as(null));
    expect(await traces('systemd')).toBe('');
  });
});
