import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  groupByPlan,
  type RemediableFinding,
} from '../../../src/vulnerabilities/remediations/group.js';
import {
  toRemediation,
  type Remediation,
} from '../../../src/vulnerabilities/remediations/remediations.js';
import { describeRemediation } from '../../../src/vulnerabilities/remediations/text.js';
import { finding, RPM } from './finding.js';

const remediate = (...findings: RemediableFinding[]): Remediation[] =>
  groupByPlan(findings).map(toRemediation);

const NO_FIX = { fixed_version: null };
const SERVICE: Partial<RemediableFinding> = {
  origin: 'service',
  package: null,
  architecture: null,
  port: 443,
  transport: 'tcp',
};

describe('the remediation of a finding', () => {
  type Row = [
    what: string,
    of: RemediableFinding,
    expected: Partial<Record<'action' | 'title' | 'command' | 'restart', unknown>>,
  ];
  const rows: Row[] = [
    [
      'in a package of Debian',
      finding(),
      {
        action: 'upgrade',
        title: 'Upgrade a to 2',
        command: 'apt-get install --only-upgrade a',
        restart: 'unknown',
      },
    ],
    [
      'in a server',
      finding({ package: 'openssh-server' }, { source: 'openssh' }),
      { title: 'Upgrade openssh-server to 2', restart: 'service' },
    ],
    [
      'in the kernel',
      finding({ package: 'linux-image-6.1.0-28-amd64' }, { source: 'linux' }),
      { command: 'apt-get dist-upgrade', restart: 'reboot' },
    ],
    ['in a manual', finding({ package: 'a-doc' }), { restart: 'none' }],
    ['in an rpm', finding({}, RPM), { command: 'dnf upgrade a' }],
    [
      'in an rpm of SUSE',
      finding({}, { ...RPM, scope: 'SUSE:Linux Enterprise Server 15 SP6' }),
      { command: 'zypper update a' },
    ],
    [
      'in an apk',
      finding({}, { order: 'apk', scope: 'Alpine:v3.20', format: 'apk' }),
      { command: 'apk add --upgrade a' },
    ],
    [
      'of an unknown package manager',
      finding({}, { format: 'windows' }),
      { action: 'upgrade', command: null },
    ],
    [
      'with a fix for subscribers',
      finding({}, { state: 'subscription' }),
      { action: 'upgrade', command: 'pro attach && apt-get install --only-upgrade a' },
    ],
    [
      'in a kernel that is not running',
      finding(
        { package: 'kernel-core', installed_version: '5.14.0-1.el9' },
        { ...RPM, not_running: true },
      ),
      { action: 'configure', command: 'dnf remove kernel-core-5.14.0-1.el9', restart: 'none' },
    ],
    [
      'without a fix',
      finding(NO_FIX, { state: 'postponed' }),
      { action: 'no_fix', title: 'No fix for a: deferred to a later update', command: null },
    ],
    [
      'in a package that its release no longer supports',
      finding({ ...NO_FIX, package: 'dnsdist' }, { state: 'end_of_life' }),
      {
        action: 'end_of_life',
        title: 'Debian 12 no longer supports dnsdist: remove it or take it from elsewhere',
        command: null,
        restart: 'none',
      },
    ],
    [
      'in a service',
      finding(SERVICE, { program: 'nginx' }),
      {
        action: 'upgrade',
        title: 'Upgrade nginx (443/tcp) to 2 or later',
        command: null,
        restart: 'service',
      },
    ],
    [
      'with a fixed version that cannot be compared',
      finding({}, { state: 'undetermined' }),
      {
        action: 'no_fix',
        title: 'No fix for a: the published version 2 cannot be compared',
        command: null,
      },
    ],
    [
      'in a service without a fix',
      finding({ ...SERVICE, ...NO_FIX }),
      { action: 'no_fix', command: null, restart: 'none' },
    ],
    [
      'of a check',
      finding({ ...SERVICE, ...NO_FIX, origin: 'check', advisory: 'telnet-open' }),
      { action: 'configure', command: null },
    ],
  ];

  it.each(rows)('is known if it is %s', (_what, of, expected) => {
    expect(remediate(of)).toMatchObject([expected]);
  });

  const names = [
    '-y',
    'a b',
    'a;reboot',
    '$(reboot)',
    "it's",
    'a\nreboot',
    '@core',
    'libc6-',
    '*',
    '',
  ];

  it.each(names)('has no command for the package name %j', (name) => {
    expect(remediate(finding({ package: name }))).toMatchObject([{ command: null }]);
  });
});

describe('several findings of a host', () => {
  it('are one remediation for packages of one source, with the newest fixed version', () => {
    const source = { source: 'openssl' };
    const [one, ...others] = remediate(
      finding({ package: 'libssl3', fixed_version: '3' }, source),
      finding({ package: 'libssl3', vulnerability_id: 'CVE-2024-2', risk: 90 }, source),
      finding({ package: 'openssl' }),
    );
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      title: 'Upgrade openssl',
      command: 'apt-get install --only-upgrade libssl3 openssl',
      packages: [
        { name: 'libssl3', fixed_version: '3' },
        { name: 'openssl', fixed_version: '2' },
      ],
      vulnerabilities: ['CVE-2024-2', 'CVE-2024-1'],
      findings: 3,
    });
  });

  it('are one remediation for each package that a release no longer supports', () => {
    const old = (name: string) =>
      finding({ package: name, fixed_version: null }, { state: 'end_of_life' });
    expect(remediate(old('dnsdist'), old('mediawiki')).map(({ title }) => title)).toEqual([
      'Debian 12 no longer supports dnsdist: remove it or take it from elsewhere',
      'Debian 12 no longer supports mediawiki: remove it or take it from elsewhere',
    ]);
  });

  it('do not share the reason why one of them has no fix', () => {
    const [one] = remediate(
      finding(NO_FIX, { state: 'postponed' }),
      finding({ ...NO_FIX, vulnerability_id: 'CVE-2024-2' }, { state: 'open' }),
    );
    expect(one?.title).toBe('No fix for a: monitor the advisories');
  });

  it('have the reason of the highest risk, and what the others add', () => {
    const [one] = remediate(
      finding({ vulnerability_id: 'CVE-2024-2', risk: 60, risk_reason: 'EPSS 0.50; CVSS 9.0.' }),
      finding(),
      finding({ vulnerability_id: 'CVE-2024-3' }),
    );
    expect(one?.risk_reason).toBe(
      'CVE-2024-2: EPSS 0.50; CVSS 9.0. 2 other findings raise it from 60.0 to 61.9.',
    );
    expect(remediate(finding())[0]?.risk_reason).toBe('CVE-2024-1: CVSS 7.5.');
  });

  it('say how certain each of them is', () => {
    const [one] = remediate(
      finding({ ...SERVICE, confidence: 'possible' }),
      finding({ ...SERVICE, vulnerability_id: 'CVE-2024-2', confidence: 'version-based' }),
    );
    expect(one?.by_confidence).toEqual({ confirmed: 0, 'version-based': 1, possible: 1 });
    expect(one && describeRemediation(one).effect).toMatch(/, 1 version-based, 1 possible$/);
  });

  it('leave the vulnerabilities of a package that its release no longer supports', () => {
    const [one] = remediate(finding(NO_FIX, { state: 'end_of_life' }));
    expect(one && describeRemediation(one).effect).toBe('leaves 1 vulnerability');
  });

  it('are one remediation for rpm packages that advisories have in common', () => {
    const of = (name: string, advisory: string) => finding({ package: name, advisory }, RPM);
    const found = remediate(
      of('httpd-core', 'ALSA-1'),
      of('vim-minimal', 'ALSA-2'),
      of('mod_ssl', 'ALSA-3'),
      of('httpd', 'ALSA-1'),
      of('httpd', 'ALSA-3'),
    );
    expect(found.map((r) => [r.title, r.findings])).toEqual([
      ['Upgrade httpd to 2', 4],
      ['Upgrade vim-minimal to 2', 1],
    ]);
  });

  it('are several remediations for versions of a kernel that are not running', () => {
    const old = (version: string) =>
      finding(
        { package: 'kernel-core', installed_version: version },
        { ...RPM, not_running: true },
      );
    expect(remediate(old('5.14.0-1'), old('5.14.0-2')).map((r) => r.command)).toEqual([
      'dnf remove kernel-core-5.14.0-1',
      'dnf remove kernel-core-5.14.0-2',
    ]);
  });

  it('are ordered by the risk that a remediation removes', () => {
    const found = remediate(
      finding({ package: 'a', risk: 40 }),
      finding({ package: 'b', risk: 95, isKnownExploited: true }),
      finding({ package: 'c', risk: 39 }),
      finding({ package: 'c', risk: 40, vulnerability_id: 'CVE-2024-2' }),
    );
    expect(found.map((r) => [r.packages[0]?.name, r.known_exploited])).toEqual([
      ['b', 1],
      ['c', 0],
      ['a', 0],
    ]);
  });

  it('are each in exactly one remediation', () => {
    const any = fc.record({
      package: fc.constantFrom('a', 'b', 'c', 'd'),
      advisory: fc.constantFrom('A-1', 'A-2', 'A-3'),
      fixed_version: fc.constantFrom('2', '3', null),
      origin: fc.constantFrom('package' as const, 'service' as const),
      risk: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(fc.array(any), fc.boolean(), (some, isRpm) => {
        const findings = some.map((one) => finding({ ...one, port: 1 }, isRpm ? RPM : {}));
        const grouped = groupByPlan(findings).flatMap((group) => group.findings);
        expect(new Set(grouped)).toEqual(new Set(findings));
        expect(grouped.length).toBe(findings.length);
      }),
    );
  });
});
