import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { fixes } from '../../../src/commands/fleet/fixes.js';
import { status } from '../../../src/commands/fleet/status.js';
import { diff } from '../../../src/commands/report/diff.js';
import { report } from '../../../src/commands/report/report.js';
import type { TaskReportBody } from '../../../src/commands/report/report.body.js';
import type { SummaryBody } from '../../../src/fleet/fleet.schemas.js';
import { remediationCountText } from '../../../src/vulnerabilities/remediations/counts.text.js';
import type { RemediationBody } from '../../../src/vulnerabilities/remediations/remediation.schemas.js';
import { ADMIN } from '../../support/app.js';
import { testIo } from '../../support/command.js';
import { createReportApp, OS } from '../report-app.js';

// The same findings in every form and list: one count, one risk.

const release = (fixed: string | null, urgency: string) => ({
  releases: {
    bookworm:
      fixed === null
        ? { status: 'open', repositories: {}, urgency }
        : { status: 'resolved', repositories: {}, fixed_version: fixed, urgency },
  },
});
const TRACKER = JSON.stringify({
  openssl: {
    'CVE-2024-1': release('3.0.2', 'high'),
    'CVE-2024-2': release('3.0.3', 'medium'),
    'CVE-2024-3': release(null, 'low'),
  },
  curl: { 'CVE-2024-4': release('8.1', 'medium'), 'CVE-2024-5': release('8.2', 'high') },
  bash: { 'CVE-2024-6': release('5.2', 'unimportant') },
});
const EPSS =
  '#model_version:v2026.03.14,score_date:2026-09-20T00:00:00+0000\ncve,epss,percentile\n' +
  'CVE-2024-1,0.94000,0.99000\nCVE-2024-5,0.20000,0.40000\n';
const PACKAGES = [
  'libssl3 3.0.1 openssl',
  'openssl 3.0.1 openssl',
  'curl 8.0 curl',
  'bash 5.1 bash',
];
const dpkg = (lines: readonly string[]): string =>
  lines
    .map((line) => line.split(' '))
    .map(([name, version, source]) => `${name}\t${version}\tamd64\t${source}\t${version}\tii \t9\n`)
    .join('');

async function setUp() {
  const app = await createReportApp();
  await app.request(200, 'PUT', '/feeds/debian-tracker', TRACKER);
  await app.request(200, 'PUT', '/feeds/epss', EPSS);
  const hosts = [await app.addHost('10.0.0.1'), await app.addHost('10.0.0.2')];
  const template = await app.addTemplate('inventory', hosts);
  const install = (host: number | undefined, lines: readonly string[]) =>
    app.request(200, 'PUT', `/hosts/${host}/inventory`, {
      sections: { 'os-release': OS, dpkg: dpkg(lines) },
    });
  await install(hosts[0], PACKAGES);
  await install(hosts[1], PACKAGES.slice(0, 2));
  await app.runTask(template);
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.app.server.address() as AddressInfo;
  const connection = { url: `http://127.0.0.1:${port}`, token: ADMIN };
  const text = async (url: string) =>
    (await app.call('GET', url)).text.replace(/\\(?=[^A-Za-z0-9\s])/g, '');
  const total = async (url: string) =>
    ((await app.call('GET', url)).body as { meta: { total: number } }).meta.total;
  return { ...app, hosts, template, install, connection, text, total };
}

/** Returns the numbers after a pattern in a text, as numbers. */
const numbers = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([, n]) => Number(n));

describe('one model of findings', () => {
  it('has one count in the report, in the summary and in the lists', async () => {
    const { request, total, hosts } = await setUp();
    const { summary } = await request<TaskReportBody>(200, 'GET', '/api/v1/tasks/1/report');
    const fleet = await request<SummaryBody>(200, 'GET', '/summary');
    const { open, by_severity } = fleet.findings;
    expect({ open, by_severity }).toEqual({
      open: summary.findings,
      by_severity: summary.by_severity,
    });
    expect(await total('/findings?state=open')).toBe(open);
    const ofHosts = [];
    for (const host of hosts)
      ofHosts.push(await total(`/hosts/${host}/vulnerabilities?accepted=false`));
    expect(ofHosts.reduce((a, b) => a + b, 0)).toBe(open);
    expect(fleet.worst_hosts.map((host) => host.open)).toEqual(ofHosts);
  });

  it('has one risk and one count of each action in the report, in the fleet and in the commands', async () => {
    const { request, text, connection } = await setUp();
    const url = '/api/v1/tasks/1/report?include=remediations';
    const { remediations = [] } = await request<TaskReportBody>(200, 'GET', url);
    const fleet = await request<RemediationBody[]>(200, 'GET', '/remediations');
    expect(fleet).toEqual(remediations);
    const { remediations: first } = await request<SummaryBody>(200, 'GET', '/summary');
    expect(first).toEqual(remediations.slice(0, 5));
    const forms = [await text(`${url}&format=markdown`), await text(`${url}&format=html`)];
    for (const run of [
      (io: ReturnType<typeof testIo>) => report({ ...connection, task: '1' }, io),
      (io: ReturnType<typeof testIo>) => fixes({ ...connection, hosts: [], format: 'table' }, io),
    ]) {
      const io = testIo();
      await run(io);
      forms.push(io.out());
    }
    for (const action of remediations.filter((one) => one.action === 'upgrade'))
      for (const form of forms) {
        expect(form).toContain(action.risk.toFixed(1));
        expect(form).toContain(remediationCountText(action));
      }
    const io = testIo();
    await status(connection, io);
    const [worst] = remediations;
    if (!worst) throw new Error('There is no action');
    expect(io.out()).toContain(remediationCountText(worst));
  });

  it('has one risk of each group of findings in Markdown, HTML and the table, also of older tasks', async () => {
    const { install, hosts, template, runTask, text, connection } = await setUp();
    await install(hosts[0], PACKAGES.slice(2));
    await runTask(template);
    const io = testIo();
    await diff({ ...connection, template: String(template) }, io);
    const url = `/api/v1/templates/${template}/diff`;
    const risks = {
      table: numbers(io.out(), /^ {2}( *[\d.]+) {2}(?:critical|high|medium|low|none|unknown) /gm),
      markdown: numbers(await text(`${url}?format=markdown`), /, risk ([\d.]+), /g),
      html: numbers(await text(`${url}?format=html`), /<tr data-h="\d+"[^>]*><td[^>]*>([\d.]+)</g),
    };
    expect(risks.markdown.length).toBeGreaterThan(3);
    expect(risks.table).toEqual(risks.markdown);
    expect(risks.html).toEqual(risks.markdown);
  });

  it('has one risk of each host in the list, in the summary and in the report', async () => {
    const { request, text } = await setUp();
    const listed = await request<{ id: number; risk: number }[]>(
      200,
      'GET',
      '/hosts?include=risk&sort=risk',
    );
    const { worst_hosts } = await request<SummaryBody>(200, 'GET', '/summary');
    expect(worst_hosts.map(({ host_id, risk }) => ({ id: host_id, risk }))).toEqual(
      listed.map(({ id, risk }) => ({ id, risk })),
    );
    const html = await text('/api/v1/tasks/1/report?format=html&include=remediations');
    const table = html.slice(html.indexOf('<h2>Hosts'));
    expect(numbers(table, /<tr[^>]*><td[^>]*>([\d.]+)</g).slice(0, 2)).toEqual(
      listed.map(({ risk }) => risk),
    );
  });
});
