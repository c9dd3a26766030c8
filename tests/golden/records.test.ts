import { describe, expect, it } from 'vitest';
import {
  digestBytes,
  digestOf,
  digestText,
  encodeRecord,
} from '../../src/feeds/load/records/record-codec.js';
import type { KnowledgeRecord, RecordRange } from '../../src/knowledge/records.js';

const inPackage = (name: string, fixed: string): RecordRange => ({
  affectedPackage: { ecosystem: 'AlmaLinux:9', kind: 'binary', name },
  order: 'rpm',
  introduced: null,
  fixed,
  lastAffected: null,
  state: 'fixed',
  module: 'nodejs:18',
});
// Fields that are optional stand in one range each.
const RECORD: KnowledgeRecord = {
  name: 'ALSA-2024:1',
  rank: 3,
  vulnerabilities: ['CVE-2024-1', 'CVE-2024-2'],
  aliases: ['RHSA-2024:1'],
  title: 'Important: nodejs:18 “security” update',
  severity: 'high',
  cvssVector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cvssScore: 7.5,
  url: 'https://errata.almalinux.org/9/ALSA-2024-1.html',
  ranges: [
    inPackage('nodejs', '1:18.19.1-1'),
    inPackage('npm', '1:18.19.1-1'),
    inPackage('nodejs-nodemon', '3.0.1-1'),
    {
      affectedPackage: { ecosystem: 'cpe:a', kind: 'cpe', name: 'isc:bind' },
      order: 'generic',
      introduced: '9.1',
      introducedExcluded: true,
      fixed: null,
      lastAffected: '9.16.8',
      unclear: 'below',
      state: 'open',
      hidden: true,
      severity: null,
      module: null,
      conditions: { platform: ['cpe:2.3:o:*'], preview: true, binaries: { bind9: null } },
    },
  ],
};
const PACKED =
  '{"name":"ALSA-2024:1","rank":3,"vulnerabilities":["CVE-2024-1","CVE-2024-2"],' +
  '"aliases":["RHSA-2024:1"],"title":"Important: nodejs:18 “security” update","severity":"high",' +
  '"cvssVector":"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N","cvssScore":7.5,' +
  '"url":"https://errata.almalinux.org/9/ALSA-2024-1.html","ranges":[' +
  '{"scope":"AlmaLinux:9","kind":"binary","order":"rpm","introduced":null,"fixed":"1:18.19.1-1",' +
  '"lastAffected":null,"state":"fixed","module":"nodejs:18","names":["nodejs","npm"]},' +
  '{"scope":"AlmaLinux:9","kind":"binary","order":"rpm","introduced":null,"fixed":"3.0.1-1",' +
  '"lastAffected":null,"state":"fixed","module":"nodejs:18","names":["nodejs-nodemon"]},' +
  '{"scope":"cpe:a","kind":"cpe","order":"generic","introduced":"9.1","introducedExcluded":true,' +
  '"fixed":null,"lastAffected":"9.16.8","unclear":"below","state":"open","hidden":true,' +
  '"severity":null,"module":null,"conditions":{"platform":["cpe:2.3:o:*"],"preview":true,' +
  '"binaries":{"bind9":null}},"names":["isc:bind"]}]}';

describe('the stored bytes of a feed record', () => {
  // Stored bytes: none themselves, but the digest below is computed over this text.
  // The keys and their order are part of it.
  it('is encoded as JSON, with the ranges of consecutive packages merged', () => {
    expect(JSON.stringify(encodeRecord(RECORD))).toBe(PACKED);
    expect(encodeRecord(RECORD).ranges.map(({ names }) => names)).toEqual([
      ['nodejs', 'npm'],
      ['nodejs-nodemon'],
      ['isc:bind'],
    ]);
  });

  // Stored bytes: `advisories.digest`. A record with the same digest is left as it is when its feed is loaded again.
  // After a change every record looks new: a migration step has to compute the digests again,
  // or every feed is closed and written once more under a new generation.
  it('has a digest', () => {
    const digest = digestOf(encodeRecord(RECORD));
    expect(digestBytes(digest).toString('hex')).toBe('5fae142b0684aa08ecd350f60f6facff');
    expect(digestText(digestBytes(digest))).toBe(digest);
  });
});
