import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/lib/content-hash.js';
import type { Package } from '../../src/inventory/inventory.js';
import {
  lineIds,
  encodeReport,
  splitReport,
  decodeSections,
} from '../../src/inventory/codec/report-codec.js';
import { DEFLATE_DICTIONARY } from '../../src/inventory/codec/deflate-dictionary.js';
import { fingerprint } from '../../src/inventory/ingest-worker/fingerprint.js';
import { packageIdentity } from '../../src/inventory/ingest-worker/parse.js';
import { decodeLine } from '../../src/inventory/codec/line-codec.js';

const RPM = 'bash\t(none)\t5.1.8\t9.el9\tx86_64\tbash-5.1.8-9.el9.src.rpm\t(none)\tAlmaLinux';
// Plain text, a package list, a list with numbers of the host, a line that is not shared, and text that is not
// well-formed.
const SECTIONS = {
  'collected-at': '1767225600\n',
  'os-release': 'ID=debian\nVERSION_ID="12"\n',
  dpkg: 'bash\t5.2.15-2+b7\tamd64\nlibc6\t2.36-9\tamd64\n',
  rpm: `${RPM}\t1700000001\t7738634\nodd \u001a line\n`,
  hostname: 'broken \ud800\n',
};
// Its rows of `inventory_lines`: the time of installation is replaced by the character 1A.
const LINES = new Map([
  [3, 'bash\t5.2.15-2+b7\tamd64'],
  [1000, 'libc6\t2.36-9\tamd64'],
  [1001, ''],
  [7, `${RPM}\t\u001a\t7738634`],
]);
const IDS = [3, 1000, 1001, 7, 1001];

const LISTS = '0464706b67010307c90f01000372706d01030f00000a6f6464201a206c696e65c30f0182c49fd50c';
const REST =
  '0c636f6c6c65637465642d6174000b313736373232353630300a0a6f732d72656c65617365001a' +
  '49443d64656269616e0a56455253494f4e5f49443d223132220a08686f73746e616d6502126200' +
  '72006f006b0065006e00200000d80a00';

const PACKAGE: Package = {
  name: 'bash',
  version: '5.1.8-9.el9',
  architecture: 'x86_64',
  source: 'bash',
  source_version: null,
  vendor: 'AlmaLinux',
  module: null,
  format: 'rpm',
  size: 7_738_634,
  installed_at: 1_700_000_001,
};

describe('the stored bytes of an inventory', () => {
  // Stored bytes: `inventory_reports.sections`. Deflate is not compared byte by byte: its output may differ
  // between versions of zlib. A change needs a new format number.
  it('encodes a report as format 2: package lists, then the other sections', () => {
    const split = splitReport(SECTIONS);
    expect(split.shared.map((line, i) => [IDS[i], line])).toEqual(
      IDS.map((id) => [id, LINES.get(id)]),
    );
    const bytes = encodeReport(split, IDS);
    expect(bytes[0]).toBe(2);
    const listsEnd = 2 + (bytes[1] ?? 0);
    const inflate = (part: Buffer): string =>
      inflateRawSync(part, { dictionary: DEFLATE_DICTIONARY }).toString('hex');
    expect(inflate(bytes.subarray(2, listsEnd))).toBe(LISTS);
    expect(inflate(bytes.subarray(listsEnd))).toBe(REST);
  });

  // Stored bytes: `inventory_reports.sections`, as deflated by one version of zlib.
  it('decodes a stored report of format 2', () => {
    const bytes = Buffer.from(
      'AihjAQ2uMDKzn+RnZGAuKshlZOZnYODKT0lRkFIAlZSH+Rmbjsy/ygMA40lGGqlh' +
        '4DY0NzM3AoW4ARfSsA2DFGJYAX2IggM2hsMklMRQxJDPkM2QypDHoMDAcIOLAQA=',
      'base64',
    );
    expect(bytes[0]).toBe(2);
    expect(decodeSections(bytes, (id) => LINES.get(id))).toEqual(SECTIONS);
    expect(lineIds(bytes)).toEqual(IDS);
  });

  // Stored bytes: every report in `inventory_reports` is deflated with this dictionary.
  // Reports are unreadable with another one: a better dictionary needs a new format number.
  it('deflates reports with an unchanged dictionary', () => {
    expect(DEFLATE_DICTIONARY).toHaveLength(4521);
    expect(createHash('sha256').update(DEFLATE_DICTIONARY).digest('hex')).toBe(
      'dd152f2806e568b8667306999cf6fbae9bc3b52807e467a5decf9b36bcba2b3c',
    );
  });

  // Stored bytes: `inventory_lines.line`. The layout decides what the lines of a section are, and which number
  // of a line belongs to the host. A change stores every line of the fleet again, but breaks no stored report.
  it.each([
    ['dpkg', 'a\nb', ['a', 'b']],
    ['rpm', `${RPM}\t1700000001\t5`, [`${RPM}\t\u001a\t5`]],
    ['apk', 'P:a\nV:1\n\nP:b', ['P:a\nV:1', 'P:b']],
    ['pacman', 'a\nb', ['a', 'b']],
    ['windows-programs', '{"name":"x","date":"20240131"}', ['{"name":"x","date":"\u001a"}']],
    ['windows-hotfixes', '{"id":"KB1","date":"20240131"}', ['{"id":"KB1","date":"\u001a"}']],
  ])('splits the section %s into lines', (section, text, lines) => {
    expect(splitReport({ [section]: text }).shared).toEqual(lines);
  });

  // Stored bytes: `inventory_lines.key`. The same line is stored once for the fleet, and is found again by this key.
  it('identifies a line of a package list by an unchanged key', () => {
    expect(contentHash('libc6\t2.36-9\tamd64').toString('hex')).toBe(
      '475c7e061d54f61c1e8bc9cc9faf3eda',
    );
  });

  // Stored bytes: `inventory_lines.line`. Long lines are deflated, without the dictionary.
  it('inflates a line that is stored deflated', () => {
    const stored = Buffer.from('y8nPS1eoGAWjYBQMewAA', 'base64');
    expect(decodeLine(stored)).toBe(`long ${'x'.repeat(1000)}`);
    expect(decodeLine('short')).toBe('short');
  });

  // Stored bytes: `packages.key`. The same package is stored once for the fleet; results refer to its id.
  // A change needs a migration step that computes the keys of all packages again.
  it('identifies a package by an unchanged key', () => {
    expect(contentHash(packageIdentity(PACKAGE)).toString('hex')).toBe(
      '38e9f6207c45ed93f9c5f03b3c076622',
    );
    const bare: Package = {
      ...PACKAGE,
      format: 'windows',
      name: '7-Zip',
      version: '',
      architecture: null,
      source: null,
      vendor: null,
      size: null,
    };
    expect(contentHash(packageIdentity(bare)).toString('hex')).toBe(
      '215f8bc9114ec4631f4a4796023e34ae',
    );
  });

  // In memory only. Compared with the fingerprint of the last report of the host.
  it('has an unchanged fingerprint of the sections that decide about packages', () => {
    const digest = fingerprint({ ...SECTIONS, uptime: '12.5 3.1\n', uname: 'Linux ü\n' });
    expect(Buffer.from(digest ?? '', 'latin1').toString('hex')).toBe(
      'bef63235c2d2a3d5a420c41a62b79a82',
    );
  });
});
