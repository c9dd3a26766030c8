import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/lib/content-hash.js';
import type { Fact } from '../../src/vulnerabilities/facts.js';
import { factKey } from '../../src/vulnerabilities/findings/facts.store.js';
import { encodeIdSet, decodeIdSet } from '../../src/vulnerabilities/findings/id-set.js';
import { stateDigest } from '../../src/vulnerabilities/matching/packages/host-packages.js';

const PACKAGE_FACT: Fact = {
  origin: 'package',
  vulnerability_id: 'CVE-2024-6387',
  package: 'openssh-server',
  architecture: 'amd64',
  port: null,
  transport: null,
  installed_version: '1:9.2p1-2+deb12u2',
  fixed_version: '1:9.2p1-2+deb12u3',
  severity: 'high',
  confidence: 'confirmed',
  advisory: 'DSA-5724-1',
  advisory_url: 'https://security-tracker.debian.org/tracker/DSA-5724-1',
  feed: 'osv-debian',
  basis: {
    order: 'dpkg',
    scope: 'Debian:12',
    source: 'openssh',
    source_version: null,
    state: 'fixed',
    format: 'dpkg',
    not_running: true,
    unimportant: true,
    on_some_platforms: true,
    advisories: ['DLA-1', 'DSA-2'],
  },
};
const CHECK_FACT: Fact = {
  ...PACKAGE_FACT,
  origin: 'check',
  vulnerability_id: 'telnet-open',
  package: null,
  architecture: null,
  port: 23,
  transport: 'tcp',
  installed_version: null,
  fixed_version: null,
  advisory: 'telnet-open',
  advisory_url: null,
  feed: null,
  basis: {
    order: null,
    scope: null,
    source: null,
    source_version: null,
    state: null,
    format: null,
    evidence: 'login: "é"',
  },
};

describe('stored bytes of findings', () => {
  // Stored bytes: `facts.key`. The same fact is stored once, and is found again by this key.
  // The keys and the order of the keys of `basis` are part of it, as is the order of the columns.
  // A change needs a migration step that computes the keys of all facts again.
  it('include the key of a fact about a package', () => {
    expect(factKey(PACKAGE_FACT).toString('hex')).toBe('58591922b5370a735378dbdc5541548c');
  });

  // Stored bytes: `facts.key`, as above.
  it('include the key of a fact of a check', () => {
    expect(factKey(CHECK_FACT).toString('hex')).toBe('26a6df98d2da58025024b5c3cd6ce9b8');
  });

  // Stored bytes: `host_match_states.state`. A host whose state differs from the stored one is matched again.
  // A change needs a migration step, or costs one evaluation of every host.
  it('include the digest of the state of a host', () => {
    const state = {
      ecosystems: '["Ubuntu:22.04:LTS","Ubuntu:Pro:22.04:LTS"]',
      running: '5.15.0-91-generic',
      packages: '1,7,300',
    };
    expect(stateDigest(state).toString('hex')).toBe('8fad83549b588ffea4856efdf19852f9');
  });

  // Stored bytes: `host_match_states.state`, as above; the words "null" are part of the digested text.
  it('include the digest of the state of a host without packages', () => {
    const state = { ecosystems: '[]', running: null, packages: null };
    expect(stateDigest(state).toString('hex')).toBe('84e0176fb943d772469dac4d2d0e13ef');
  });

  // Stored bytes: `number_sets.numbers` (the packages and findings of each result) and `number_sets.key`.
  // Results are kept for good. A change needs a migration step that writes every set again.
  it('include the ids of a set as sorted differences, and its key', () => {
    const ids = [70_000, 1, 3, 3, 130, 2 ** 40];
    const bytes = '01027feea10490ddfbffff1f';
    expect(encodeIdSet(ids).toString('hex')).toBe(bytes);
    expect(decodeIdSet(Buffer.from(bytes, 'hex'))).toEqual([1, 3, 130, 70_000, 2 ** 40]);
    expect(contentHash(encodeIdSet(ids)).toString('hex')).toBe('acb64a016877c4fe4ba6d64aec0ac138');
  });

  // Stored bytes: `number_sets`, as above. A result without findings has the empty set.
  it('include the key of an empty set of ids, which has no bytes', () => {
    expect(encodeIdSet([])).toEqual(Buffer.alloc(0));
    expect(decodeIdSet(Buffer.alloc(0))).toEqual([]);
    expect(contentHash(encodeIdSet([])).toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb924');
  });
});
