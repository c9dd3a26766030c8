import { expect, it } from 'vitest';
import type { FoundService } from '../../../src/pentest/service.js';
import { changeReason } from '../../../src/reports/present/change-reason.js';
import type { ReportFact } from '../../../src/reports/diff.js';
import { service } from '../../support/services.js';
import { createReportApp, OPENSSH, OS, type WireDiff } from '../report-app.js';

const DROPBEAR = service(22, {
  service: 'ssh',
  product: 'Dropbear sshd',
  version: '2022.83',
  banner: 'SSH-2.0-dropbear_2022.83',
});
const FIXES = { openssh: { 'CVE-2024-1': '1:9.2p1-2+deb12u3' } };

/** Scans a port twice. Returns the diff of the second scan. */
async function scanTwice(
  first: FoundService,
  second: FoundService,
  feeds: Record<string, Record<string, string>>[] = [FIXES, FIXES],
): Promise<WireDiff | undefined> {
  const app = await createReportApp();
  const template = await app.addTemplate('pentest', [await app.addHost('10.0.0.1')]);
  for (const [i, found] of [first, second].entries()) {
    await app.importFeed(feeds[i] ?? {});
    app.network.set('10.0.0.1', { services: [found] });
    await app.runTask(template);
  }
  return (await app.getDiffs(template)).at(-1);
}

it.each<[string, FoundService, string, string]>([
  [
    'was upgraded',
    { ...OPENSSH, revision: 'Debian 2+deb12u3' },
    'Port 22/tcp changed from ssh OpenSSH 9.2p1 (Debian 2+deb12u2) to ssh OpenSSH 9.2p1 (Debian 2+deb12u3).',
    '1:9.2p1-2+deb12u3',
  ],
  [
    'was replaced',
    DROPBEAR,
    'Port 22/tcp changed from ssh OpenSSH 9.2p1 (Debian 2+deb12u2) to ssh Dropbear sshd 2022.83.',
    '2022.83',
  ],
])(
  'shows both versions of a service that %s in the same notation',
  async (_case, second, why, version) => {
    const fixed = (await scanTwice(OPENSSH, second))?.fixed[0];
    expect(fixed).toMatchObject({
      why,
      evidence: {
        before: { installed_version: '1:9.2p1-2+deb12u2' },
        after: { installed_version: version },
      },
    });
  },
);

it('shows the full version of a service that the data now lists', async () => {
  const entry = (
    await scanTwice(OPENSSH, OPENSSH, [{ openssh: { 'CVE-2024-9': '1:9.2p1-1' } }, FIXES])
  )?.new[0];
  expect(entry).toMatchObject({
    cause: 'knowledge',
    why:
      'The vulnerability data changed: ssh OpenSSH 9.2p1 (Debian 2+deb12u2) on port 22/tcp is ' +
      'now listed as affected.',
    evidence: { before: { installed_version: '1:9.2p1-2+deb12u2' } },
  });
});

it('names the system release as the change when the package is unchanged', async () => {
  const app = await createReportApp();
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('inventory', [host]);
  await app.importFeed({ bash: { 'CVE-2024-3': null } });
  for (const os of [OS.replace('12', '11').replaceAll('bookworm', 'bullseye'), OS]) {
    await app.request(200, 'PUT', `/hosts/${host}/inventory`, {
      sections: { 'os-release': os, dpkg: 'bash\t5.1\tamd64\tbash\t5.1\tii \t100\n' },
    });
    await app.runTask(template);
  }
  expect((await app.getDiffs(template)).at(-1)?.new[0]?.why).toBe(
    'Package bash 5.1 is unchanged, but the system release or the source of the package changed.',
  );
});

const SIDE = {
  state: 'installed' as const,
  fixed_version: null,
  service: null,
  banner: null,
  observed_at: 1,
  feed_version: null,
};
const INSTALLED = { ...SIDE, installed_version: '1' };
const UPGRADED = { ...SIDE, installed_version: '2' };

it.each<['new' | 'changed', 'knowledge' | 'both', string]>([
  [
    'new',
    'knowledge',
    'The vulnerability data or the rules of matching changed: ssl 1 is now listed as affected.',
  ],
  [
    'new',
    'both',
    'Package ssl changed from 1 to 2, and the vulnerability data or the rules of matching changed as well.',
  ],
  [
    'changed',
    'knowledge',
    'The severity changed by the vulnerability data or the rules of matching.',
  ],
])('names the rules of matching if they changed (%s, %s)', (kind, cause, expected) => {
  const change = {
    fact: { origin: 'package', package: 'ssl', basis: '{}' } as ReportFact,
    cause,
    haveRulesChanged: true,
    changes: ['severity'],
    accepted: null,
    before: INSTALLED,
    after: UPGRADED,
  };
  expect(changeReason(kind, change)).toBe(expected);
});

it.each([
  ['accepted risk', 'accepted risk. '],
  ['Accepted risk.', 'Accepted risk. '],
])(
  'ends the reason of an acceptance (%s) with a period before the next sentence',
  (reason, expected) => {
    const change = {
      fact: { origin: 'package', package: 'ssl' } as ReportFact,
      cause: 'target' as const,
      haveRulesChanged: false,
      changes: ['installed_version', 'accepted'],
      accepted: { reason, by: 'me', until: null, id: 1, kind: 'person' as const },
      before: INSTALLED,
      after: UPGRADED,
    };
    expect(changeReason('changed', change)).toBe(
      `Accepted by me: ${expected}The installed version changed from 1 to 2.`,
    );
  },
);
