import type { AddressInfo } from 'node:net';
import { coverageText } from '../../../src/vulnerabilities/coverage/coverage.text.js';
import { describe, expect, it } from 'vitest';
import { diff } from '../../../src/commands/report/diff.js';
import type {
  DiffBody,
  ReportedFinding,
  TaskReportBody,
} from '../../../src/commands/report/report.body.js';
import { report } from '../../../src/commands/report/report.js';
import { scan } from '../../../src/commands/scan/scan.js';
import { SEVERITIES } from '../../../src/knowledge/records.js';
import { findingMarks } from '../../../src/reports/present/marks.js';
import { ADMIN } from '../../support/app.js';
import { createTestClient, testIo } from '../../support/command.js';
import { mapSeverities } from '../../support/findings.js';
import { service } from '../../support/services.js';
import { createReportApp, nvdFile, OS, type ReportApp } from '../report-app.js';

// Every form of one report: the same numbers and the same marks. JSON is the reference, and its summary is
// counted again from its findings.

const KEV = JSON.stringify({
  catalogVersion: '2026.09.01',
  count: 1,
  vulnerabilities: [
    { cveID: 'CVE-2024-1', dateAdded: '2024-05-01', knownRansomwareCampaignUse: 'Known' },
  ],
});
const EPSS =
  '#model_version:v2026.03.14,score_date:2026-09-20T00:00:00+0000\ncve,epss,percentile\n' +
  'CVE-2024-1,0.94000,0.99000\nCVE-2024-4,0.00200,0.40000\n';
const release = (fixed: string | null, urgency = 'high') => ({
  scope: 'remote',
  releases: {
    bookworm:
      fixed === null
        ? { status: 'open', repositories: {}, urgency }
        : { status: 'resolved', repositories: {}, fixed_version: fixed, urgency },
  },
});
const TRACKER = JSON.stringify({
  openssl: { 'CVE-2024-1': release('3.0.2'), 'CVE-2024-2': release(null, 'low') },
  bash: { 'CVE-2024-3': release('5.2', 'unimportant') },
  curl: { 'CVE-2024-4': release('8.1', 'medium') },
});
const DPKG = ['libssl3 3.0.1 openssl', 'openssl 3.0.1 openssl', 'bash 5.1 bash', 'curl 8.0 curl']
  .map((line) => line.split(' '))
  .map(([name, version, source]) => `${name}\t${version}\tamd64\t${source}\t${version}\tii \t100\n`)
  .join('');
const OLD_OS = OS.replaceAll('12', '10').replaceAll('bookworm', 'buster');

interface Setup {
  app: ReportApp;
  connection: { url: string; token: string };
}

async function listen(app: ReportApp): Promise<Setup> {
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.app.server.address() as AddressInfo;
  return { app, connection: { url: `http://127.0.0.1:${port}`, token: ADMIN } };
}

const accept = (app: ReportApp, id: string, body: object) =>
  app.request(201, 'POST', `/vulnerabilities/${id}/acceptances`, {
    reason: 'Reachable from the office only',
    until: 1_790_500_000,
    ...body,
  });

/** Two hosts with findings, one without data about its system, and one without a result. */
async function setUpInventory(): Promise<Setup & { template: number }> {
  const app = await createReportApp();
  for (const [feed, text] of [
    ['debian-tracker', TRACKER],
    ['kev', KEV],
    ['epss', EPSS],
  ] as const)
    await app.request(200, 'PUT', `/feeds/${feed}`, text);
  const hosts = [];
  for (const ip of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'])
    hosts.push(await app.addHost(ip));
  for (const [i, os] of [OS, OS, OLD_OS].entries())
    await app.request(200, 'PUT', `/hosts/${hosts[i]}/inventory`, {
      sections: { 'os-release': os, dpkg: DPKG },
    });
  app.network.set('10.0.0.4', 'unreachable');
  await accept(app, 'CVE-2024-2', { host_id: hosts[0], package: 'libssl3' });
  const template = await app.addTemplate('inventory', hosts);
  await app.runTask(template);
  return { ...(await listen(app)), template };
}

interface Forms {
  json: TaskReportBody;
  csv: Record<string, string>[];
  markdown: string;
  html: string;
  table: string;
}

async function readForms({ app, connection }: Setup, task: number): Promise<Forms> {
  const read = async (format: string): Promise<string> =>
    (await app.call('GET', `/api/v1/tasks/${task}/report?unimportant=true&format=${format}`)).text;
  const io = testIo();
  await report({ ...connection, task: String(task), unimportant: true }, io);
  return {
    json: (JSON.parse(await read('json')) as { data: TaskReportBody }).data,
    csv: parseCsv(await read('csv')),
    markdown: (await read('markdown')).replace(/\\(?=[^A-Za-z0-9\s])/g, ''),
    html: unescapeHtml(await read('html')),
    table: io.out(),
  };
}

function parseCsv(text: string): Record<string, string>[] {
  const lines = text.split('\r\n').slice(0, -1);
  const rows = lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, a, b]) => a ?? b ?? ''),
  );
  const [head = [], ...others] = rows;
  return others.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i] ?? ''])));
}

const unescapeHtml = (text: string): string =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Returns `12 critical` and the like of findings that are not accepted. */
const countSeverities = (findings: readonly { severity: string; accepted: unknown }[]) =>
  mapSeverities((s) => findings.filter((f) => f.severity === s && f.accepted === null).length);

function expectNumbers({ json, csv, markdown, html, table }: Forms): void {
  const { summary, findings } = json;
  const { findings: open, accepted, services, without_result: missing } = summary;
  expect(summary.by_severity).toEqual(countSeverities(findings));
  expect([open, accepted]).toEqual([
    findings.filter((f) => f.accepted === null).length,
    findings.filter((f) => f.accepted !== null).length,
  ]);
  const rows = csv.filter((row) => row['change'] === 'found');
  const csvFindings = rows.map((row) => ({
    severity: row['severity'] ?? '',
    accepted: row['accepted'] === '' ? null : row['accepted'],
  }));
  expect(countSeverities(csvFindings)).toEqual(summary.by_severity);
  expect(csvFindings.filter((f) => f.accepted !== null)).toHaveLength(accepted);
  expect(csv.filter((row) => row['change'] === 'service_opened')).toHaveLength(services);
  const counts = [
    `${open} open findings`,
    `${accepted} accepted`,
    `${services} open ${services === 1 ? 'port' : 'ports'}`,
    `${missing} host${missing === 1 ? '' : 's'} without result`,
  ].join(', ');
  const severities = SEVERITIES.filter((s) => summary.by_severity[s] > 0)
    .map((s) => `${summary.by_severity[s]} ${s}`)
    .join(', ');
  const heading =
    accepted === 0
      ? `${findings.length}`
      : `${findings.length - accepted} open, ${accepted} accepted`;
  for (const text of [markdown, table]) {
    expect(text).toContain(counts);
    expect(text).toContain(`Open: ${severities}`);
    expect(text).toContain(`Findings (${heading})`);
  }
  expect(csv.find((row) => row['change'] === 'summary')?.['why']).toContain(counts);
  const tiles = [...html.matchAll(/<li class="\w+"><b>(\d+)<\/b><span>([^<]+)/g)];
  expect(tiles.map(([, n, label]) => `${n} ${label}`).join(', ')).toBe(counts);
  for (const s of SEVERITIES)
    expect(html).toContain(`</i>${s} <b>${summary.by_severity[s]}</b></li>`);
  expect(html).toContain(`<h3>Findings <span class="dim">${heading}</span>`);
}

function expectCoverage({ json, csv, markdown, html, table }: Forms): void {
  const { coverage, unanswered_addresses: unanswered } = json.summary;
  const headline = coverageText(coverage);
  const csvText = csv.map((row) => row['why']).join('\n');
  for (const text of [markdown, html, table, csvText]) {
    expect(text).toContain(headline);
    for (const { hosts, message } of json.not_checked)
      expect(text).toContain(`${hosts} host${hosts === 1 ? '' : 's'}: ${message}`);
    for (const { name } of json.feeds)
      expect(text).toMatch(
        new RegExp(`${name} (of 20\\d\\d-\\d\\d-\\d\\d \\(|\\(date of the data unknown)`),
      );
  }
  for (const text of [markdown, html, table, csvText])
    expect(/\d+ address\w* did not answer/.exec(text)?.[0] ?? null).toBe(
      unanswered === 0 ? null : `${unanswered} addresses did not answer`,
    );
  // It is said before any number.
  expect(csv[0]?.['change']).toBe('not_checked');
  expect(table.startsWith(headline)).toBe(true);
  expect(markdown.split('\n').slice(1, 4).join('')).toContain(headline);
  expect(html.indexOf(headline)).toBeLessThan(html.indexOf('class="tiles"'));
}

/** Returns the parts of a form that are about a finding. */
const findParts = (text: string, pattern: RegExp, id: string): string[] =>
  [...text.matchAll(pattern)].map(([part]) => part).filter((part) => part.includes(id));

function expectMarks({ json, csv, markdown, html, table }: Forms): void {
  for (const finding of json.findings) {
    const marks = findingMarks(finding).map(({ text }) => text);
    for (const parts of [
      findParts(markdown, /^ {2}- .*$/gm, finding.vulnerability_id),
      findParts(html, /<li data-s=.*?<\/li>/g, finding.vulnerability_id),
      findParts(table, /^ {8}\S.*$/gm, finding.vulnerability_id),
    ])
      expect([parts.some((part) => marks.every((mark) => part.includes(mark))), marks]).toEqual([
        true,
        marks,
      ]);
    expect(csv.some((row) => isRowOf(row, finding))).toBe(true);
  }
}

const RANSOMWARE: Record<string, string> = { true: 'yes', false: 'no', undefined: '' };

const isRowOf = (row: Record<string, string>, f: ReportedFinding): boolean =>
  row['vulnerability_id'] === f.vulnerability_id &&
  row['host_id'] === String(f.host_id) &&
  row['kev'] === (f.kev?.date_added ?? '') &&
  row['kev_ransomware'] === RANSOMWARE[String(f.kev?.ransomware)] &&
  row['confidence'] === f.confidence &&
  row['unimportant'] === (f.unimportant ? 'yes' : '') &&
  row['accepted'] === (f.accepted?.reason ?? '') &&
  row['accepted_by'] === (f.accepted?.by ?? '') &&
  row['risk'] === String(f.risk) &&
  row['remedy'] === f.remedy;

const kindsOf = (findings: readonly ReportedFinding[]): string[] =>
  [...new Set(findings.flatMap((f) => findingMarks(f).map(({ kind }) => kind)))].sort();

describe('the forms of one report', () => {
  it('agree about an inventory with accepted, unimportant and unchecked parts', async () => {
    const setup = await setUpInventory();
    const forms = await readForms(setup, 1);
    expect(kindsOf(forms.json.findings)).toEqual([
      'accepted',
      'confirmed',
      'exploited',
      'unimportant',
    ]);
    expect(forms.json.summary).toMatchObject({ checked_hosts: 2, not_checked_hosts: 2 });
    expect(forms.json.findings[0]?.vulnerability_id).toBe('CVE-2024-1');
    expectNumbers(forms);
    expectCoverage(forms);
    expectMarks(forms);
  });

  it('agree about a scan of several ports, also over UDP, and so does the scan itself', async () => {
    const app = await createReportApp();
    const file = nvdFile('CVE-2024-9', 'example:daemon');
    await app.request(200, 'PUT', '/feeds/nvd', JSON.stringify(file));
    const known = {
      product: 'Daemon',
      version: '1.0',
      cpe: 'cpe:2.3:a:example:daemon:1.0:*:*:*:*:*:*:*',
    };
    const services = [
      service(22, { service: 'ssh', ...known }),
      service(80, { service: 'http', ...known }),
      service(443, { service: 'domain', ...known, transport: 'udp' as 'tcp' }), // as a UDP scan stores it
    ];
    const weak = {
      id: 'redis-without-password',
      port: 80,
      transport: 'tcp',
      result: 'weak',
    } as const;
    app.network.set('10.0.0.1', { services, checks: [{ ...weak, evidence: null }] });
    await app.addHost('10.0.0.1');
    const setup = await listen(app);
    const io = testIo();
    await scan({ targets: ['10.0.0.1-4', '10.0.0.9'] }, io, {
      connect: async () => createTestClient(app),
      resolve: () => Promise.resolve([]),
      now: () => 1_790_000_000,
      monotonicMs: () => 0,
    });
    const forms = await readForms(setup, 1);
    expect(forms.json.findings.map(({ port, transport }) => `${port}/${transport}`).sort()).toEqual(
      ['22/tcp', '443/udp', '80/tcp', '80/tcp'],
    );
    expectNumbers(forms);
    expectCoverage(forms);
    expectMarks(forms);
    const { findings, by_severity } = forms.json.summary;
    expect(io.out()).toContain(`${findings} findings (`);
    for (const finding of forms.json.findings) {
      const lines = findParts(io.out(), /^ {3}.*$/gm, finding.vulnerability_id);
      expect(lines.some((line) => line.includes(`${finding.port}/${finding.transport}`))).toBe(
        true,
      );
      for (const { text } of findingMarks(finding)) expect(lines.join('\n')).toContain(text);
    }
    for (const s of SEVERITIES.filter((severity) => by_severity[severity] > 0))
      expect(io.out()).toContain(`${by_severity[s]} ${s}`);
    expect(io.out()).toContain('Ports: 1 of 2 hosts checked. Packages: not part of this task.');
    expect(forms.json.services.map(({ port, transport }) => `${port}/${transport}`)).toEqual([
      '22/tcp',
      '80/tcp',
      '443/udp',
    ]);
    expect(forms.json.summary.unanswered_addresses).toBe(3);
    expect(io.out()).toContain('3 addresses did not answer');
    expect(io.out()).toContain('1 of 2 hosts, 3 open ports');
  });

  it('agree about a diff', async () => {
    const { app, connection, template } = await setUpInventory();
    await app.request(200, 'PUT', '/hosts/1/inventory', {
      sections: { 'os-release': OS, dpkg: DPKG.replaceAll('3.0.1', '3.0.2') },
    });
    await app.runTask(template);
    const url = `/api/v1/tasks/2/diff`;
    const body = await app.request<DiffBody>(200, 'GET', url);
    const { summary } = body;
    const counts = [
      `${summary.new} new, ${summary.fixed} fixed, ${summary.changed} changed`,
      `${summary.unchanged} unchanged, ${summary.accepted} accepted`,
      `${summary.not_compared} not compared`,
    ].join(', ');
    expect([body.new, body.fixed, body.changed, body.not_compared].map((l) => l.length)).toEqual([
      summary.new,
      summary.fixed,
      summary.changed,
      summary.not_compared,
    ]);
    const read = async (format: string) =>
      unescapeHtml((await app.call('GET', `${url}?format=${format}`)).text);
    const io = testIo();
    await diff({ ...connection, template: String(template), last: '1' }, io);
    const html = await read('html');
    const tiles = [...html.matchAll(/<li class="\w+"><b>(\d+)<\/b><span>([^<]+)/g)];
    expect(tiles.map(([, n, label]) => `${n} ${label}`).join(', ')).toBe(counts);
    for (const text of [await read('csv'), await read('markdown'), io.out()])
      expect(text.replaceAll('"', '')).toContain(`1 of 4 hosts has checked packages: ${counts}`);
    for (const s of SEVERITIES)
      expect(html).toContain(`</i>${s} <b>${summary.by_severity[s].open}</b></li>`);
  });
});

describe('what to do first', () => {
  it('has each open finding that is not accepted in exactly one action, in every form', async () => {
    const { app } = await setUpInventory();
    const url = '/api/v1/tasks/1/report?include=remediations';
    const { remediations = [], summary } = await app.request<TaskReportBody>(200, 'GET', url);
    expect(remediations.reduce((sum, r) => sum + r.findings, 0)).toBe(summary.findings);
    expect(remediations[0]).toMatchObject({ action: 'upgrade', known_exploited: 1 });
    const markdown = (await app.call('GET', `${url}&format=markdown`)).text;
    expect(markdown.indexOf('## To do first')).toBeLessThan(markdown.indexOf('### Findings'));
    expect(markdown).toContain('apt-get install --only-upgrade libssl3 openssl');
  });

  it('is about all open findings after a diff, unchanged ones included', async () => {
    const { app, template } = await setUpInventory();
    await app.runTask(template);
    const url = '/api/v1/tasks/2/diff?include=remediations';
    const { remediations = [], summary } = await app.request<DiffBody>(200, 'GET', url);
    expect([summary.new, remediations.reduce((sum, r) => sum + r.findings, 0)]).toEqual([
      0,
      summary.open,
    ]);
  });

  it('announces an acceptance that ends within 14 days', async () => {
    const { app } = await setUpInventory();
    const url = '/api/v1/tasks/1/report?include=remediations';
    const { expiring_acceptances } = await app.request<TaskReportBody>(200, 'GET', url);
    expect(expiring_acceptances).toEqual([
      expect.objectContaining({ vulnerability_id: 'CVE-2024-2', until: 1_790_500_000, hosts: 1 }),
    ]);
    for (const format of ['markdown', 'html'])
      expect((await app.call('GET', `${url}&format=${format}`)).text).toContain(
        'Acceptances that end soon',
      );
  });
});
