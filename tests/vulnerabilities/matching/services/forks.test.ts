import { describe, expect, it } from 'vitest';
import type { MatchableService } from '../../../../src/vulnerabilities/facts.js';
import { explainFinding } from '../../../../src/vulnerabilities/findings/explanation.js';
import { isVendorBuild } from '../../../../src/vulnerabilities/matching/services/forks.js';
import { range, record } from '../../../support/stored-records.js';
import { setUp } from '../matching.js';

const openssh = (more: Partial<MatchableService>): MatchableService => ({
  port: 22,
  transport: 'tcp',
  service: 'ssh',
  product: 'OpenSSH',
  version: '9.5',
  revision: null,
  cpe: 'cpe:2.3:a:openbsd:openssh:9.5:*:*:*:*:*:*:*',
  banner: 'SSH-2.0-OpenSSH_9.5',
  ...more,
});
const WINDOWS = openssh({
  product: 'OpenSSH for Windows',
  banner: 'SSH-2.0-OpenSSH_for_Windows_9.5',
});

function facts(service: MatchableService) {
  const flaw = range('openbsd:openssh', '9.8', {
    affectedPackage: { ecosystem: 'cpe:a', kind: 'cpe', name: 'openbsd:openssh' },
    order: 'generic',
    introduced: '8.5',
  });
  const { matcher } = setUp({ nvd: [record('CVE-2031-9001', { ranges: [flaw] })] });
  return matcher.matchService(service).map(({ fact }) => fact);
}

describe('a fork of a program', () => {
  it('is possibly affected by the flaws of the other, and has none of its versions', () => {
    expect(facts(WINDOWS)).toMatchObject([
      { confidence: 'possible', fixed_version: null, basis: { state: 'open' } },
    ]);
    expect(facts(openssh({}))).toMatchObject([
      { confidence: 'version-based', fixed_version: '9.8' },
    ]);
  });

  it('is explained as one, with its vendor as the remedy', () => {
    const [fact] = facts(WINDOWS);
    expect(fact && explainFinding(fact, 'A flaw')).toEqual({
      explanation:
        'OpenSSH for Windows on port 22/tcp reports version 9.5, a version in which OpenSSH is ' +
        'affected. It is a fork of OpenSSH that its vendor fixes separately; this version does ' +
        "not show whether it was. The affected versions are from NVD's CPE data.",
      remedy:
        "Update OpenSSH for Windows (22/tcp) from its vendor, and read the vendor's statement " +
        'about the vulnerability.',
    });
  });
});

describe('a build of OpenSSH by a vendor', () => {
  it.each([
    'SSH-2.0-OpenSSH_9.5 FreeBSD-20240701',
    'SSH-2.0-OpenSSH_9.5 NetBSD_Secure_Shell-20210304',
    'SSH-2.0-OpenSSH_9.5p1 FIPS',
    'SSH-2.0-OpenSSH_8.8 PKIX[13.2.1]',
    'SSH-2.0-OpenSSH_9.5_hpn14v15',
    'SSH-2.0-OpenSSH_7.4p1-vendor3',
    'SSH-2.0-OpenSSH_9.5+CAN-2004-0175',
  ])('says more than a version: %s', (banner) => {
    expect(isVendorBuild(openssh({ banner }))).toBe(true);
    expect(facts(openssh({ banner }))).toMatchObject([{ confidence: 'possible' }]);
  });

  it.each(['SSH-2.0-OpenSSH_9.5', 'SSH-2.0-OpenSSH_9.5p1', 'SSH-2.0-OpenSSH', '', null])(
    'is not one that names only its version: %s',
    (banner) => {
      expect(isVendorBuild(openssh({ banner }))).toBe(false);
    },
  );

  it('is never another program', () => {
    const nginx = 'cpe:2.3:a:f5:nginx:1.0:*:*:*:*:*:*:*';
    expect(isVendorBuild(openssh({ cpe: nginx, banner: 'OpenSSH_9.5 x' }))).toBe(false);
  });
});
