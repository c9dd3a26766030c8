import { expect, it } from 'vitest';
import type { FoundService } from '../../../src/pentest/service.js';
import { changeReason } from '../../../src/reports/present/change-reason.js';
import type { ReportFact } from '../../../src/reports/diff.js';
import { OS, reportApp, service, type WireDiff } from '../service.js';

const OPENSSH = service(22, {
  service: 'ssh',
  product: 'OpenSSH',
  version: '9.2p1',
  revision: 'Debian 2+deb12u2',
  cpe: 'cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*',
  banner: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u2',
});
const DROPBEAR = service(22, {
  service: 'ssh',
  product: 'Dropbear sshd',
  version: '2022.83',
  banner: 'SSH-2.0-dropbear_2022.83',
});
const FLAW = { openssh: { 'CVE-2024-1': '1:9.2p1-2+deb12u3' } };

/** What the diff of the second scan says, when these were found one after the other. */
async function scannedTwice(
  first: FoundService,
  second: FoundService,
  feeds: Record<string, Record<string, string>>[] = [FLAW, FLAW],
): Promise<WireDiff | undefined> {
  const app = await reportApp();
  const template = await app.template('pentest', [await app.host('10.0.0.1')]);
  for (const [i, found] of [first, second].entries()) {
    await app.feed(feeds[i] ?? {});
    app.network.set('10.0.0.1', { services: [found] });
    await app.run(template);
  }
  return (await app.diff(template)).at(-1);
}

it.each<[string, FoundService, string, string]>([
  [
    'was upgraded',
    { ...OPENSSH, revision: 'Debian 2+deb12u3' },
    'Port 22/tcp went from ssh OpenSSH 9.2p1 (Debian 2+deb12u2) to ssh OpenSSH 9.2p1 (Debian 2+deb12u3).',
    '1:9.2p1-2+deb12u3',
  ],
  [
    'is another',
    DROPBEAR,
    'Port 22/tcp went from ssh OpenSSH 9.2p1 (Debian 2+deb12u2) to ssh Dropbear sshd 2022.83.',
    '2022.83',
  ],
])(
  'tells both sides of a service that %s in the same words',
  async (_how, second, why, version) => {
    const fixed = (await scannedTwice(OPENSSH, second))?.fixed[0];
    expect(fixed).toMatchObject({
      why,
      evidence: {
        before: { installed_version: '1:9.2p1-2+deb12u2' },
        after: { installed_version: version },
      },
    });
  },
);

it('tells the whole version of a service that the data speak of now', async () => {
  const told = (
    await scannedTwice(OPENSSH, OPENSSH, [{ openssh: { 'CVE-2024-9': '1:9.2p1-1' } }, FLAW])
  )?.new[0];
  expect(told).toMatchObject({
    cause: 'knowledge',
    why: 'The vulnerability data changed: ssh OpenSSH 9.2p1 (Debian 2+deb12u2) on port 22/tcp is listed as affected now.',
    evidence: { before: { installed_version: '1:9.2p1-2+deb12u2' } },
  });
});

it('does not call a package changed when it is the system that was upgraded', async () => {
  const app = await reportApp();
  const host = await app.host('10.0.0.1');
  const template = await app.template('inventory', [host]);
  await app.feed({ bash: { 'CVE-2024-3': null } });
  for (const os of [OS.replace('12', '11').replaceAll('bookworm', 'bullseye'), OS]) {
    await app.want(200, 'PUT', `/hosts/${host}/inventory`, {
      sections: { 'os-release': os, dpkg: 'bash\t5.1\tamd64\tbash\t5.1\tii \t100\n' },
    });
    await app.run(template);
  }
  expect((await app.diff(template)).at(-1)?.new[0]?.why).toBe(
    'Package bash 5.1 stayed, but the release of the system, or the source of the package, is another.',
  );
});

it.each([
  ['so be it', 'so be it. '],
  ['So be it.', 'So be it. '],
])('ends the reason of an acceptance (%s) before it goes on', (reason, told) => {
  const side = {
    state: 'installed' as const,
    fixed_version: null,
    service: null,
    banner: null,
    observed_at: 1,
    feed_version: null,
  };
  const change = {
    fact: { origin: 'package', package: 'ssl' } as ReportFact,
    cause: 'target' as const,
    changes: ['installed_version', 'accepted'],
    accepted: { reason, by: 'me', until: null },
    before: { ...side, installed_version: '1' },
    after: { ...side, installed_version: '2' },
  };
  expect(changeReason('changed', change)).toBe(
    `Accepted by me: ${told}The installed version went from 1 to 2.`,
  );
});
