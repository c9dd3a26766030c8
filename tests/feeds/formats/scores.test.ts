import { describe, expect, it } from 'vitest';
import { FEED_FORMATS } from '../../../src/feeds/formats/formats.js';
import { feedSample, readFeed } from '../../support/feed-items.js';

const readKev = async (text: string) =>
  (await readFeed(FEED_FORMATS.kev, text)).items.flatMap((item) =>
    'kev' in item ? [item.kev] : [],
  );
const readEpss = async (text: string | string[]) =>
  (await readFeed(FEED_FORMATS.epss, text)).items.flatMap((item) =>
    'epss' in item ? [item.epss] : [],
  );

describe("CISA's catalog of known exploited vulnerabilities", () => {
  it('is read as JSON', async () => {
    const { version, rejected } = await readFeed(
      FEED_FORMATS.kev,
      feedSample('kev/known_exploited_vulnerabilities.json'),
    );
    expect([version, rejected]).toEqual(['2026.08.07', []]);
    expect(await readKev(feedSample('kev/known_exploited_vulnerabilities.json'))).toEqual([
      { cve: 'CVE-2026-15409', dateAdded: '2026-07-14', dueDate: '2026-07-17', ransomware: true },
      { cve: 'CVE-2026-15410', dateAdded: '2026-07-14', dueDate: '2026-07-17', ransomware: true },
      { cve: 'CVE-2026-8037', dateAdded: '2026-08-07', dueDate: '2026-08-10', ransomware: false },
      { cve: 'CVE-2026-63077', dateAdded: '2026-08-05', dueDate: '2026-08-08', ransomware: false },
    ]);
  });
  it('is read as CSV, with commas and line breaks in cells', async () => {
    const text = feedSample('kev/known_exploited_vulnerabilities.csv');
    expect((await readKev(text)).map(({ cve, dateAdded }) => [cve, dateAdded])).toEqual([
      ['CVE-2025-43300', '2025-08-21'],
      ['CVE-2007-0671', '2025-08-12'],
      ['CVE-2023-2533', '2025-07-28'],
    ]);
    expect((await readFeed(FEED_FORMATS.kev, text)).version).toBe('2025.08.21');
    expect(await readKev('DATEADDED, CVEID\n2026-01-02,CVE-2026-1\n')).toEqual([
      { cve: 'CVE-2026-1', dateAdded: '2026-01-02', dueDate: null, ransomware: false },
    ]);
    expect(
      await readKev(
        '\ufeffcveID,notes,dateAdded\r\nCVE-2026-1,"a ""quoted"",\r\nline",2026-01-02\r\n',
      ),
    ).toEqual([{ cve: 'CVE-2026-1', dateAdded: '2026-01-02', dueDate: null, ransomware: false }]);
  });
  it('can start with a byte order mark', async () => {
    expect(
      await readKev('\ufeff{"vulnerabilities":[{"cveID":"CVE-2020-1","dateAdded":"2021-11-03"}]}'),
    ).toHaveLength(1);
  });
  it('is read without the newer columns', async () => {
    expect(
      await readKev(
        '{"vulnerabilities":[{"cveID":"CVE-2020-1","dateAdded":"2021-11-03","dueDate":""}]}',
      ),
    ).toEqual([{ cve: 'CVE-2020-1', dateAdded: '2021-11-03', dueDate: null, ransomware: false }]);
  });
  it('has ids in any case', async () => {
    const text = '{"vulnerabilities":[{"cveID":"cve-2020-1","dateAdded":"2021-11-03"}]}';
    expect(await readKev(text)).toMatchObject([{ cve: 'CVE-2020-1' }]);
    expect(await readEpss('cve,epss\nCve-2020-1,0.5\n')).toEqual([
      { cve: 'CVE-2020-1', score: 0.5, percentile: null },
    ]);
  });
  it('is refused with fewer entries than its count says', async () => {
    const entries = '[{"cveID":"CVE-2026-1","dateAdded":"2026-01-02"}]';
    await expect(readKev(`{"count":2,"vulnerabilities":${entries}}`)).rejects.toMatchObject({
      code: 'truncated',
      message: 'The file has 1 of its 2 entries (count)',
    });
    expect(await readKev(`{"count":1,"vulnerabilities":${entries}}`)).toHaveLength(1);
  });
  it('rejects invalid entries', async () => {
    const { rejected } = await readFeed(
      FEED_FORMATS.kev,
      '{"vulnerabilities":[7,{"cveID":"x"},{"cveID":"CVE-2020-1","dateAdded":"yesterday"}]}',
    );
    expect(rejected.map(({ reason }) => reason)).toEqual([
      'entry 1: invalid CVE id',
      'entry 2: invalid CVE id',
      'entry 3: invalid dateAdded',
    ]);
  });
  it.each([
    ['{', 'truncated'],
    ['{"a":}', 'malformed'],
    ['[]', 'unsupported_format'],
    ['{"a":1}', 'unsupported_format'],
    ['', 'unsupported_format'],
    ['a,b\n1,2', 'unsupported_format'],
    ['cveID,added\nCVE-2020-1,2021-11-03\n', 'unsupported_format'],
    ['cveID,dateAdded\n"CVE', 'truncated'],
    ['cveID,dateAdded\nCVE-2020-1,2021-11-03\nCVE-20', 'truncated'],
  ])('refuses %j as %s', async (text, code) => {
    await expect(readFeed(FEED_FORMATS.kev, text)).rejects.toMatchObject({
      name: 'FormatError',
      code,
    });
  });
});

describe('a file without a needed column', () => {
  const refusal = (feed: 'epss' | 'kev', text: string): Promise<unknown> =>
    readFeed(FEED_FORMATS[feed], text).catch((error: Error) => error.message);

  it('is refused with the line, the expected columns, and what was found', async () => {
    expect(await refusal('epss', '#v1\ncve,score\nCVE-2020-1,0.5\n')).toBe(
      'Line 2 is not a header with the columns cve and epss (missing: epss); found "cve,score"',
    );
    expect(await refusal('kev', 'cveID,added\n')).toContain('(missing: dateAdded)');
  });
});

describe('EPSS scores', () => {
  it('are read with their date', async () => {
    const text = feedSample('epss/epss_scores.csv');
    expect((await readFeed(FEED_FORMATS.epss, text)).version).toBe('2026-08-16T12:00:00Z');
    const expected = [
      { cve: 'CVE-1999-0001', score: 0.03351, percentile: 0.8765 },
      { cve: 'CVE-1999-0002', score: 0.27858, percentile: 0.97929 },
      { cve: 'CVE-1999-0003', score: 0.24565, percentile: 0.97691 },
    ];
    expect(await readEpss(text)).toEqual(expected);
    expect(await readEpss([...text])).toEqual(expected);
  });
  const forms: [string, string][] = [
    ['without a comment', 'cve,epss,percentile\nCVE-2020-1,0.5,0.9\n'],
    ['with columns in another order', 'percentile,CVE,model,EPSS\n0.9,CVE-2020-1,v4,0.5\n'],
    ['with a byte order mark', '\ufeffcve,epss,percentile\nCVE-2020-1,0.5,0.9\n'],
    [
      'with Windows line ends',
      '#model_version:v1\r\ncve,epss,percentile\r\nCVE-2020-1,0.5,0.9\r\n',
    ],
    ['with empty lines', '\n\ncve,epss,percentile\n\nCVE-2020-1,0.5,0.9\n\n'],
    ['with blanks', ' cve, epss ,percentile\nCVE-2020-1, 0.5 , 0.9\n'],
  ];
  it.each(forms)('are read %s', async (_name, text) => {
    expect(await readEpss(text)).toEqual([{ cve: 'CVE-2020-1', score: 0.5, percentile: 0.9 }]);
  });
  it('are read without percentiles, as in old files', async () => {
    expect(await readEpss('cve,epss\nCVE-2020-1,0.5\nCVE-2020-2,1\nCVE-2020-3,0\n')).toEqual(
      [0.5, 1, 0].map((score, at) => ({ cve: `CVE-2020-${at + 1}`, score, percentile: null })),
    );
  });
  it.each([
    'CVE-2020-1,1.5,0.9',
    'CVE-2020-1,-1,0.9',
    'CVE-2020-1,NaN,0.9',
    'CVE-2020-1,,0.9',
    'CVE-2020-1',
    'CVE-2020-1,0.5,2',
    'GHSA-1,0.5,0.9',
    'CVE-2020-1,0x1,0.5',
    'cve,epss,percentile',
  ])('reject the line %j', async (line) => {
    const { rejected } = await readFeed(
      FEED_FORMATS.epss,
      `cve,epss,percentile\nCVE-2000-1,0.1,0.1\n${line}\nCVE-2000-2,0.1,0.1\n`,
    );
    expect(rejected.map(({ reason }) => reason.split(':', 1)[0])).toEqual(['line 3']);
  });
  it.each([
    ['', 'unsupported_format'],
    ['<html>\n</html>', 'unsupported_format'],
    ['x'.repeat(20_000), 'malformed'],
    ['cve,epss\n', 'unsupported_format'],
    ['CVE-2020-1,0.5,0.9\n', 'unsupported_format'],
    ['cve,score,percentile\nCVE-2020-1,0.5,0.9\n', 'unsupported_format'],
    ['cve,epss\nCVE-2020-1,0.5,0.9\nCVE-2020-2,0.5,0.', 'truncated'],
    ['cve,epss\nCVE-2020-1,0.5,0.9\nCVE-', 'truncated'],
  ])('refuse the file %j as %s', async (text, code) => {
    await expect(readFeed(FEED_FORMATS.epss, text)).rejects.toMatchObject({
      name: 'FormatError',
      code,
    });
  });
});
