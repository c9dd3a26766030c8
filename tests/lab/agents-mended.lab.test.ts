import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/app.js';
import { agentLab, as, run, SERVER } from './agent-lab.js';
import { takeDownHosts, type Role } from './hosts.js';

const { whyNot, output, traces, serving, clean } = agentLab(['systemd', 'full', 'ro', 'late']);
afterAll(takeDownHosts);

interface Trouble {
  role: Role;
  code: string;
  user?: 'admin' | 'nosudo';
  detail?: RegExp;
  env?: () => Record<string, string>;
  /** shell commands of root */ begin?: string;
  mend: string;
}

/** A certificate of an hour's life, for a service that is to be trusted by what the host's own clock says. */
function shortLived(): Record<string, string> {
  const folder = temporaryFolder();
  const [TLS_KEY, TLS_CERT] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
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

const FOREIGN_CLOCK = /^https:.*: curl 60\b[^]*; its clock says 20\d\d-/;
const TROUBLES: Record<string, Trouble> = {
  'its disk is full': {
    role: 'full',
    code: 'disk_full',
    begin: 'dd if=/dev/zero of=/var/filler bs=64k 2>/dev/null || true',
    mend: 'rm -f /var/filler',
  },
  'its root is read-only': {
    role: 'ro',
    code: 'read_only_root',
    begin: 'mount -o remount,bind,ro /',
    mend: 'mount -o remount,bind,rw /',
  },
  'there is neither curl nor wget': {
    role: 'systemd',
    code: 'missing_tool',
    begin: 'mv /usr/bin/curl /usr/bin/wget /root',
    mend: 'mv /root/curl /root/wget /usr/bin',
  },
  'the login may not become root': {
    role: 'systemd',
    code: 'sudo_denied',
    user: 'nosudo',
    begin: 'rm -f /etc/sudoers.d/lab',
    mend: 'echo "nosudo ALL=(ALL) ALL" >/etc/sudoers.d/lab',
  },
  'the password is another one': {
    role: 'systemd',
    code: 'auth_failed',
    begin: 'cp -p /etc/shadow /root; echo admin:another | chpasswd',
    mend: 'mv /root/shadow /etc',
  },
  'its clock is a year ahead': {
    role: 'late',
    code: 'no_way_back',
    env: shortLived,
    detail: FOREIGN_CLOCK,
    begin: 'echo +365d >/etc/faketimerc',
    mend: 'echo +0 >/etc/faketimerc',
  },
  'its clock is a year behind': {
    role: 'late',
    code: 'no_way_back',
    env: shortLived,
    detail: FOREIGN_CLOCK,
    begin: 'echo -365d >/etc/faketimerc',
    mend: 'echo +0 >/etc/faketimerc',
  },
};

describe.skipIf(whyNot !== null)('a host that takes no agent', () => {
  it.each(Object.entries(TROUBLES))(
    'because %s is left as it was, and takes one when that is mended',
    async (_name, { role, code, user = 'admin', env, detail = /./, begin = 'true', mend }) => {
      await clean(role);
      const under = await serving(role, user, env && { env: env() });
      await output(role, begin);
      try {
        expect(await run(under, 'install')).toMatchObject({
          ...as(code),
          error: { code, detail: expect.stringMatching(detail) as string },
        });
        expect(await traces(role)).toBe('');
      } finally {
        await output(role, mend);
      }
      for (const action of ['install', 'uninstall'])
        expect(await run(under, action)).toMatchObject(as(null));
      expect(await traces(role)).toBe('');
    },
  );

  it('because it shows another key takes one when the first is forgotten', async () => {
    await clean('systemd');
    const under = await serving('systemd');
    const { service, hostId } = under;
    expect(await run(under, 'install', { dry_run: true })).toMatchObject(as(null));
    const first = (await service.agent(hostId)).ssh_host_key;
    await output('systemd', 'rm /etc/ssh/ssh_host_*; ssh-keygen -q -A; systemctl restart ssh');
    expect(await run(under, 'install')).toMatchObject({
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
      expect(await run(under, action)).toMatchObject(as(null));
    expect(await traces('systemd')).toBe('');
  });
});
