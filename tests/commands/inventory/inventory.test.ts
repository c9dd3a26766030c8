import { PassThrough } from 'node:stream';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { feedImport } from '../../../src/commands/feed/feed.js';
import { inventoryCollect, inventoryImport } from '../../../src/commands/inventory/inventory.js';
import { parseReportBody } from '../../../src/commands/inventory/report-file.js';
import { decodeReport } from '../../../src/inventory/report/report-format.js';
import { temporaryFolder, testApp } from '../../support/app.js';
import { debianReport } from '../../support/reports.js';

const sections = debianReport([{ name: 'bash', version: '5.2' }]);
const report = Buffer.from(
  `hostwarden-report 1 boundary1\n${Object.entries(sections)
    .map(([name, text]) => `--boundary1 ${name}\n${text}\n`)
    .join('')}--boundary1--\n`,
);
const json = Buffer.from(JSON.stringify({ collected_at: 1_780_000_000, sections }));

function createRecorder() {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  return {
    io: { stdout, stderr, signal: new AbortController().signal },
    messages: () => String(stderr.read() ?? ''),
    output: () => (stdout.read() as Buffer | null) ?? Buffer.alloc(0),
  };
}

/** Creates an unused data directory with hosts, and a report in a file. */
async function setUp() {
  const dir = temporaryFolder();
  const app = await testApp({ dir });
  await app.call('POST', '/hosts', [
    { current_ip: '10.0.0.1', hostname: 'web-1' },
    { current_ip: '10.0.0.2', hostname: 'twin' },
    { current_ip: '10.0.0.3', hostname: 'Twin' },
    { current_ip: '::1', hostname: 'web-10' },
  ]);
  await app.close();
  const file = join(dir, 'report');
  writeFileSync(file, report);
  return { dir, file };
}

describe('report file', () => {
  it.each([
    ['as a collector prints it', report, { sections }],
    ['compressed', gzipSync(report), { sections }],
    ['as JSON', json, JSON.parse(json.toString())],
    ['as compressed JSON', gzipSync(json), JSON.parse(json.toString())],
  ])('is parsed %s', async (_name, bytes, body) => {
    expect(parseReportBody(bytes)).toEqual(body);
  });

  it.each([
    ['truncated', report.subarray(0, 200), 'is truncated'],
    ['corrupt', gzipSync(report).subarray(0, 100), 'is corrupt'],
    [
      'other text',
      Buffer.from('hello'),
      'is neither a report of "hostwarden inventory collect" nor JSON',
    ],
    ['empty', Buffer.alloc(0), 'is neither a report of "hostwarden inventory collect" nor JSON'],
    [
      'a JSON list',
      Buffer.from('[]'),
      'is neither a report of "hostwarden inventory collect" nor JSON',
    ],
  ])('is rejected if it is %s', async (_name, bytes, message) => {
    expect(parseReportBody(bytes)).toBe(message);
  });
});

describe('hostwarden inventory import', () => {
  it.each(['1', '10.0.0.1', '::ffff:10.0.0.1', 'WEB-1'])('finds the host by %s', async (host) => {
    const { dir, file } = await setUp();
    const { io, messages } = createRecorder();
    expect(await inventoryImport({ dataDir: dir, host, file }, io)).toBe(0);
    expect(messages()).toBe(
      'Host 1, web-1: Debian GNU/Linux 12 (bookworm), 1 package.\n' +
        'The packages were not checked. No vulnerability data for Debian 12: run `hostwarden feed update`.\n',
    );
  });

  it('ends with the number of open findings and the data that was used', async () => {
    const { dir, file } = await setUp();
    const client = createRecorder();
    const feed = join(dir, 'tracker.json');
    const release = { status: 'resolved', repositories: {}, fixed_version: '99', urgency: 'high' };
    const records = {
      bash: { 'CVE-2024-1': { scope: 'remote', releases: { bookworm: release } } },
    };
    writeFileSync(feed, JSON.stringify(records));
    await feedImport({ dataDir: dir, name: 'debian-tracker', from: feed }, client.io);
    const { io, messages } = createRecorder();
    expect(await inventoryImport({ dataDir: dir, host: '1', file }, io)).toBe(0);
    expect(messages()).toMatch(
      /\n\d open findings?(; see "hostwarden fixes 1")?\. Data: debian-tracker of /,
    );
  });

  it.each([
    ['99', 'Host 99 not found', 1],
    [
      'web',
      'Unknown host "web"; use its id, IP address or full name; ' +
        '"hostwarden inventory import <IP address> <file>" creates a host',
      1,
    ],
    ['twin', 'Several hosts are named "twin"; use an id: 2, 3', 2],
  ])('rejects the host %s with a reason', async (host, message, exitCode) => {
    const { dir, file } = await setUp();
    await expect(
      inventoryImport({ dataDir: dir, host, file }, createRecorder().io),
    ).rejects.toMatchObject({ message, exitCode });
  });

  it.each(['10.9.9.9', '::ffff:10.9.9.9'])('creates the host of %s', async (host) => {
    const { dir, file } = await setUp();
    const { io, messages } = createRecorder();
    expect(await inventoryImport({ dataDir: dir, host, file }, io)).toBe(0);
    expect(messages()).toMatch(
      /^No host had the address 10\.9\.9\.9: created host 5\.\nHost 5, 10\.9\.9\.9: Debian /,
    );
    await inventoryImport({ dataDir: dir, host: '5', file }, io);
    expect(messages()).not.toContain('created');
  });

  it.each([
    ['is neither a report', 'hello'],
    ['is corrupt', Buffer.from([0x1f, 0x8b, 1, 2])],
  ])('exits with 1 for a file that %s', async (message, content) => {
    const { dir, file } = await setUp();
    writeFileSync(file, content);
    await expect(
      inventoryImport({ dataDir: dir, host: '1', file }, createRecorder().io),
    ).rejects.toMatchObject({ exitCode: 1, message: expect.stringContaining(message) as string });
  });

  it('exits with 1 for a report without a readable section', async () => {
    const { dir, file } = await setUp();
    writeFileSync(file, '{"sections":{"meminfo":"x"}}');
    await expect(
      inventoryImport({ dataDir: dir, host: '1', file }, createRecorder().io),
    ).rejects.toMatchObject({ exitCode: 1 });
  });

  it('exits with 2 for a missing file', async () => {
    await expect(
      inventoryImport({ host: '1', file: '/nowhere/report' }, createRecorder().io),
    ).rejects.toMatchObject({ exitCode: 2 });
  });
});

describe.runIf(process.platform === 'linux')('hostwarden inventory collect', () => {
  it('prints a valid report of this machine', async () => {
    const { io, output } = createRecorder();
    expect(await inventoryCollect({}, io)).toBe(0);
    const decoded = decodeReport(output());
    expect(decoded.ok && Object.keys(decoded.sections)).toEqual(
      expect.arrayContaining(['os-release', 'uname', 'meminfo']),
    );
  });
});
