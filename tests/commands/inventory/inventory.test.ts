import { PassThrough } from 'node:stream';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inventoryCollect, inventoryImport } from '../../../src/commands/inventory/inventory.js';
import { reportBody } from '../../../src/commands/inventory/report-file.js';
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

function recorder() {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  return {
    io: { stdout, stderr, signal: new AbortController().signal },
    said: () => String(stderr.read() ?? ''),
    printed: () => (stdout.read() as Buffer | null) ?? Buffer.alloc(0),
  };
}

/** A data folder with hosts that no service works on, and a report in a file. */
async function world() {
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

describe('a report in a file', () => {
  it.each([
    ['as a collector prints it', report, { sections }],
    ['packed', gzipSync(report), { sections }],
    ['as JSON', json, JSON.parse(json.toString())],
    ['as packed JSON', gzipSync(json), JSON.parse(json.toString())],
  ])('is read %s', async (_name, bytes, body) => {
    expect(reportBody(bytes)).toEqual(body);
  });

  it.each([
    ['cut off', report.subarray(0, 200), 'is cut off before its end'],
    ['damaged', gzipSync(report).subarray(0, 100), 'is damaged'],
    [
      'something else',
      Buffer.from('hello'),
      'is no report of "hostwarden inventory collect", and no JSON either',
    ],
    [
      'nothing',
      Buffer.alloc(0),
      'is no report of "hostwarden inventory collect", and no JSON either',
    ],
    [
      'a JSON list',
      Buffer.from('[]'),
      'is no report of "hostwarden inventory collect", and no JSON either',
    ],
  ])('is refused where it is %s', async (_name, bytes, words) => {
    expect(reportBody(bytes)).toBe(words);
  });
});

describe('inventory import', () => {
  it.each(['1', '10.0.0.1', '::ffff:10.0.0.1', 'WEB-1'])('finds the host by %s', async (host) => {
    const { dir, file } = await world();
    const { io, said } = recorder();
    expect(await inventoryImport({ dataDir: dir, host, file }, io)).toBe(0);
    expect(said()).toBe('Host 1, web-1: Debian GNU/Linux 12 (bookworm), 1 package.\n');
  });

  it.each([
    ['99', 'There is no host 99', 1],
    ['web', 'There is no host "web"; give its id, its address or its whole name', 1],
    ['10.9.9.9', 'There is no host "10.9.9.9"; give its id, its address or its whole name', 1],
    ['twin', 'Several hosts are called "twin": give one of their ids, 2, 3', 2],
  ])('says what is wrong with %s', async (host, message, exitCode) => {
    const { dir, file } = await world();
    await expect(
      inventoryImport({ dataDir: dir, host, file }, recorder().io),
    ).rejects.toMatchObject({ message, exitCode });
  });

  it.each([
    ['is no report', 'hello'],
    ['is damaged', Buffer.from([0x1f, 0x8b, 1, 2])],
  ])('ends with 1 for a file that %s', async (words, content) => {
    const { dir, file } = await world();
    writeFileSync(file, content);
    await expect(
      inventoryImport({ dataDir: dir, host: '1', file }, recorder().io),
    ).rejects.toMatchObject({ exitCode: 1, message: expect.stringContaining(words) as string });
  });

  it('ends with 1 for a report of which nothing can be read', async () => {
    const { dir, file } = await world();
    writeFileSync(file, '{"sections":{"meminfo":"x"}}');
    await expect(
      inventoryImport({ dataDir: dir, host: '1', file }, recorder().io),
    ).rejects.toMatchObject({ exitCode: 1 });
  });

  it('says when there is no such file', async () => {
    await expect(
      inventoryImport({ host: '1', file: '/nowhere/report' }, recorder().io),
    ).rejects.toMatchObject({ exitCode: 2 });
  });
});

describe.runIf(process.platform === 'linux')('inventory collect', () => {
  it('prints a report of this machine that can be read', async () => {
    const { io, printed } = recorder();
    expect(await inventoryCollect({}, io)).toBe(0);
    const decoded = decodeReport(printed());
    expect(decoded.ok && Object.keys(decoded.sections)).toEqual(
      expect.arrayContaining(['os-release', 'uname', 'meminfo']),
    );
  });
});
