import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { hostShow } from '../../../src/commands/host/host.show.js';
import { status } from '../../../src/commands/fleet/status.js';
import { diff } from '../../../src/commands/report/diff.js';
import { report } from '../../../src/commands/report/report.js';
import { createReportApp, type ReportApp } from '../../reports/report-app.js';
import { ADMIN } from '../../support/app.js';
import { testIo } from '../../support/command.js';

const UBUNTU =
  'NAME="Ubuntu"\nID=ubuntu\nVERSION_ID="24.10"\nVERSION_CODENAME=oracular\nPRETTY_NAME="Ubuntu 24.10"\n';
const CENTOS =
  'NAME="CentOS Linux"\nID="centos"\nVERSION_ID="7"\nPRETTY_NAME="CentOS Linux 7 (Core)"\n';

/** A record of another package: the release has data, and the host no finding. */
const RECORD = {
  id: 'UBUNTU-CVE-2024-1',
  upstream: ['CVE-2024-1'],
  modified: '2025-07-01T00:00:00Z',
  affected: [
    {
      package: { ecosystem: 'Ubuntu:24.10', name: 'curl' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '8.9.1-2ubuntu2.1' }] }],
    },
  ],
};

async function setUp(os: string): Promise<{
  app: ReportApp;
  host: number;
  template: number;
  connection: { url: string; token: string };
}> {
  const app = await createReportApp();
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  await app.request(200, 'PUT', '/feeds/osv-ubuntu', RECORD);
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('inventory', [host]);
  const dpkg =
    'docker.io\t20.10.25+dfsg1-2ubuntu1\tamd64\tdocker.io\t20.10.25+dfsg1-2ubuntu1\tii \t100\n';
  await app.request(200, 'PUT', `/hosts/${host}/inventory`, {
    sections: { 'os-release': os, dpkg },
  });
  await app.runTask(template);
  const { port } = app.app.server.address() as AddressInfo;
  return { app, host, template, connection: { url: `http://127.0.0.1:${port}`, token: ADMIN } };
}

it.each([
  [UBUNTU, 'partly', 'Ubuntu 24.10 is end of life since 2025-07-10'],
  [CENTOS, 'not_matched', 'CentOS 7 is end of life since 2024-06-30'],
])('names the end of life of a system without findings in every form', async (os, state, text) => {
  const { app, host, template, connection } = await setUp(os);
  const run = async (command: (io: ReturnType<typeof testIo>) => Promise<number>) => {
    const io = testIo();
    const code = await command(io);
    return [code, io.out().replaceAll(/\s+/g, ' ')] as const;
  };
  const card = await app.request<{ coverage: { packages: object } }>(200, 'GET', `/hosts/${host}`);
  expect(card.coverage.packages).toMatchObject({
    state,
    reason: 'end_of_life',
    message: expect.stringContaining(text) as string,
    support: { state: 'end_of_life' },
    ...(os === UBUNTU && { verdicts: { matched: 0, no_data: 0, end_of_life: 1 } }),
  });
  for (const format of [undefined, 'csv', 'markdown', 'html', 'json'] as const) {
    const shown = { ...connection, failOn: 'critical', ...(format && { format }) } as const;
    expect((await run((io) => diff({ ...shown, template: String(template) }, io)))[0]).toBe(4);
    const [code, out] = await run((io) => report({ ...shown, task: '1' }, io));
    expect(code).toBe(4);
    if (format !== 'csv') expect(out).toContain(text);
  }
  expect((await run((io) => status(connection, io)))[1]).toContain(text);
  const [, shown] = await run((io) => hostShow({ ...connection, host: String(host) }, io));
  expect(shown).toContain(text);
  expect(shown).toContain(`${text.replace(' is ', ': ')}`);
});

it('lists a system whose support ends within 90 days in the summary and the status', async () => {
  const fedora = 'NAME="Fedora Linux"\nID=fedora\nVERSION_ID=43\nPRETTY_NAME="Fedora Linux 43"\n';
  const { app, connection } = await setUp(fedora);
  const { hosts } = await app.request<{ hosts: { ending_support: object[] } }>(
    200,
    'GET',
    '/summary',
  );
  expect(hosts.ending_support).toEqual([{ system: 'Fedora 43', until: '2026-12-09', hosts: 1 }]);
  const io = testIo();
  await status(connection, io);
  expect(io.out()).toMatch(/Support +ends 2026-12-09: Fedora 43, 1 host/);
});
