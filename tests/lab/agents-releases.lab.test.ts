import { afterAll, describe, expect, it } from 'vitest';
import { openSsh } from '../../src/platform/ssh/open-ssh.js';
import type { SshError } from '../../src/platform/ssh/ssh-error.js';
import { agentLab, as, run } from './agent-lab.js';
import { removeHosts, type Role } from './hosts.js';

const { skipReason, isAvailable, host, output, onHost, traces, serve } = agentLab([
  'bullseye',
  'trixie',
]);
afterAll(removeHosts);

const RELEASES: readonly [role: Role, version: string, sshd: RegExp][] = [
  ['bullseye', '11', /^OpenSSH_8\.4/],
  ['trixie', '13', /^OpenSSH_10\./],
];

interface Facts {
  inventory: { os: string; os_version: string; packages_count: number };
}

/** Resolves with the error of a login as root, or null. */
const login = (port: number, password: string): Promise<SshError | null> =>
  openSsh({
    ip: host('trixie').ip,
    port,
    username: 'root',
    password,
    guard: () => null,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    pinned: null,
  }).then(
    async (session) => {
      await session.close();
      return null;
    },
    (error: unknown) => error as SshError,
  );

describe.skipIf(skipReason !== null)(
  'agents on the previous and the next release of Debian',
  () => {
    for (const [role, version, sshd] of RELEASES) {
      it.skipIf(!isAvailable(role))(
        `${role}: install, inventory, update, uninstall, with its own sshd`,
        async () => {
          expect(await output(role, 'ssh -V 2>&1')).toMatch(sshd);
          const served = await serve(role);
          const { service, hostId } = served;
          expect(await run(served, 'install')).toMatchObject(as(null));
          expect(await service.agent(hostId)).toMatchObject({
            state: 'online',
            service_manager: 'systemd',
          });
          expect(
            await service.ctx.hub.requestInventory(hostId, new AbortController().signal),
          ).toMatchObject({ outcome: 'done' });
          const { inventory } = (
            (await service.call('GET', `/hosts/${hostId}`)).body as { data: Facts }
          ).data;
          const packages = Number(
            await output(role, "dpkg-query -W -f='${db:Status-Abbrev}\\n' | grep -c '^.i'"),
          );
          expect(inventory).toMatchObject({
            os: 'Debian GNU/Linux',
            os_version: version,
            packages_count: packages,
          });
          expect(await run(served, 'update')).toMatchObject(as(null));
          expect(await run(served, 'uninstall')).toMatchObject(as(null));
          expect(await traces(role)).toBe('');
        },
      );
    }

    it.skipIf(!isAvailable('trixie'))(
      'an sshd with post-quantum key exchange only has another error than one that blocks an ' +
        'address after failed logins',
      async () => {
        const limits = { timeoutMs: 20_000, maxBytes: 1_000 };
        const { root } = host('trixie').passwords;
        await onHost('trixie', async (session) => {
          await session.run(
            '/usr/sbin/sshd -p 2201 -o PidFile=/run/lab-sshd.pid -o ' +
              'KexAlgorithms=mlkem768x25519-sha256,sntrup761x25519-sha512 && until [ -s ' +
              '/run/lab-sshd.pid ]; do sleep 0.1; done',
            limits,
          );
          try {
            expect(await login(2201, root)).toMatchObject({
              code: 'protocol_error',
              message: expect.stringContaining('no matching key exchange algorithm') as string,
            });
            const wrong = await Promise.all(Array.from({ length: 8 }, () => login(22, 'wrong')));
            expect(wrong.map((error) => error?.code)).toEqual(wrong.map(() => 'auth_failed'));
            // Its reason is lost if the connection is reset before it was read.
            const blocked = [];
            for (let i = 0; i < 5; i += 1) blocked.push(await login(22, root));
            expect(blocked).toEqual(
              blocked.map(() => expect.objectContaining({ code: 'connection_lost' }) as object),
            );
            expect(blocked.map((error) => error?.message)).toContainEqual(
              expect.stringContaining('Not allowed at this time'),
            );
          } finally {
            await session.run(
              'kill $(cat /run/lab-sshd.pid); rm -f /run/lab-sshd.pid; systemctl restart ssh',
              limits,
            ); // unblocks the address
          }
        });
        expect(await login(22, root)).toBe(null);
      },
    );
  },
);
