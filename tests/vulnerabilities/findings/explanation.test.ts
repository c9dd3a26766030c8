import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  explainFinding,
  type ExplainedFact,
} from '../../../src/vulnerabilities/findings/explanation.js';
import { shellWord } from '../../../src/vulnerabilities/remediations/commands.js';
import type { FactBasis } from '../../../src/vulnerabilities/facts.js';

const createBasis = (more: Partial<FactBasis> = {}): FactBasis => ({
  order: 'dpkg',
  scope: 'Debian:12',
  source: null,
  source_version: null,
  state: 'fixed',
  format: 'dpkg',
  ...more,
});
const createFact = (
  more: Partial<ExplainedFact> = {},
  basis: Partial<FactBasis> = {},
): ExplainedFact => ({
  origin: 'package',
  package: 'openssl',
  port: null,
  transport: null,
  installed_version: '1',
  fixed_version: '2',
  confidence: 'confirmed',
  advisory: 'DSA-1',
  ...more,
  basis: createBasis(basis),
});
const explanation = (...of: Parameters<typeof createFact>) =>
  explainFinding(createFact(...of), 'A hole').explanation;
const remedy = (...of: Parameters<typeof createFact>) =>
  explainFinding(createFact(...of), 'A hole').remedy;

type Row = [
  what: string,
  fact: Partial<ExplainedFact>,
  basis: Partial<FactBasis>,
  expected: string,
];

const NO_FIX = { fixed_version: null } as const;
const POSSIBLE = { confidence: 'possible' } as const;
const SERVICE = { origin: 'service', package: null, port: 22, transport: 'tcp' } as const;
const CHECK = { origin: 'check', package: null, port: 23, transport: 'tcp' } as const;

const EXPLANATIONS: Row[] = [
  [
    'a fixed version',
    {},
    {},
    'Installed version openssl 1 is older than the fixed version 2 for Debian:12 (dpkg version order).',
  ],
  [
    'a fixed version of the source package',
    { package: 'libssl3' },
    { source: 'openssl', source_version: '1' },
    'Installed version libssl3 1 (built from openssl 1) is older than the fixed version 2 for ' +
      'Debian:12 (dpkg version order).',
  ],
  [
    'a package without a fix',
    NO_FIX,
    { state: 'open' },
    'openssl 1 is affected; no fix is available for Debian:12 yet.',
  ],
  [
    'a package whose publisher names the last affected version only',
    NO_FIX,
    { state: 'open', last_affected: '1.4' },
    'openssl 1 is affected in Debian:12; its publisher names 1.4 as the last affected version, and no fixed one.',
  ],
  [
    'a package whose version is the last affected one',
    NO_FIX,
    { state: 'open', last_affected: '1' },
    'openssl 1 is affected in Debian:12; its publisher lists this version, and names no fixed one.',
  ],
  [
    'a service whose publisher names the last affected version only',
    { ...SERVICE, ...NO_FIX, confidence: 'version-based' },
    { scope: 'cpe:a', last_affected: '1.4' },
    'The service on port 22/tcp reports version 1, which is affected; ' +
      'its publisher names 1.4 as the last affected version, and no fixed one. ' +
      "The affected versions are from NVD's CPE data.",
  ],
  [
    'a package without a planned fix',
    NO_FIX,
    { state: 'no_fix' },
    'openssl 1 is affected; no fix planned in Debian:12.',
  ],
  [
    'a postponed fix',
    NO_FIX,
    { state: 'postponed' },
    'openssl 1 is affected; a fix is deferred to a later update of Debian:12.',
  ],
  [
    'a package that its release no longer supports',
    NO_FIX,
    { state: 'end_of_life' },
    'openssl 1 is affected; Debian:12 no longer supports this package.',
  ],
  [
    'a vulnerability that is not triaged',
    { ...NO_FIX, ...POSSIBLE },
    { state: 'undetermined' },
    'openssl 1 may be affected: not yet triaged for Debian:12.',
  ],
  [
    'a fixed version that cannot be compared',
    { fixed_version: '0.8.21.r2', ...POSSIBLE },
    { state: 'undetermined' },
    "openssl 1 may be affected: the publisher's fixed version 0.8.21.r2 cannot be compared.",
  ],
  [
    'a fix that requires a subscription',
    {},
    { state: 'subscription', scope: 'Ubuntu:Pro:22.04:LTS' },
    'openssl 1 is affected; the fix (2) for Ubuntu:Pro:22.04:LTS requires a subscription.',
  ],
  [
    'a kernel that is not running',
    {},
    { not_running: true },
    'Installed version openssl 1 is older than the fixed version 2 for Debian:12 (dpkg version ' +
      'order). The kernel is installed but not running.',
  ],
  [
    'an unimportant vulnerability',
    NO_FIX,
    { state: 'open', unimportant: true },
    'openssl 1 is affected; no fix is available for Debian:12 yet. Rated unimportant by its publisher.',
  ],
  [
    'a module build of an unnamed stream',
    POSSIBLE,
    { order: 'rpm', scope: 'AlmaLinux:9' },
    'Installed version openssl 1 is older than the fixed version 2 for AlmaLinux:9 (rpm version ' +
      'order). The module stream of the installed build, or that of the fix, is not named: ' +
      'they may differ.',
  ],
  [
    'a service that is affected on some systems',
    { ...SERVICE, ...POSSIBLE },
    { scope: 'cpe:a', on_some_platforms: true },
    'The service on port 22/tcp reports version 1, older than the fixed version 2. ' +
      'Only some systems or configurations are affected; a scan cannot see whether this one is. ' +
      "The affected versions are from NVD's CPE data.",
  ],
  [
    'a service that may contain a backported fix',
    { ...SERVICE, ...POSSIBLE },
    { scope: 'cpe:a' },
    'The service on port 22/tcp reports version 1, older than the fixed version 2. ' +
      'Distributions backport fixes; this version does not show whether it was. ' +
      "The affected versions are from NVD's CPE data.",
  ],
  [
    'a service whose affected versions are the CNA’s',
    { ...SERVICE, confidence: 'version-based' },
    { scope: 'cpe:a', cna: 'security@redis.io' },
    'The service on port 22/tcp reports version 1, older than the fixed version 2. The affected versions are ' +
      "from the publisher of the CVE record (security@redis.io), not from NVD's CPE data.",
  ],
  [
    'a service whose affected versions are of an organization with an id',
    { ...SERVICE, confidence: 'version-based' },
    { scope: 'cpe:a', cna: '134c704f-9b21-4f2e-91b3-4a467353bcc0' },
    'The service on port 22/tcp reports version 1, older than the fixed version 2. The affected versions are ' +
      "from the publisher of the CVE record, not from NVD's CPE data.",
  ],
  [
    'a program at a port',
    { ...SERVICE, confidence: 'version-based' },
    { scope: 'cpe:a', program: 'OpenSSH' },
    'OpenSSH on port 22/tcp reports version 1, older than the fixed version 2. ' +
      "The affected versions are from NVD's CPE data.",
  ],
  [
    'a check of a program',
    CHECK,
    { program: 'BusyBox telnetd' },
    'A hole, BusyBox telnetd (23/tcp).',
  ],
  [
    'a service of a distribution without a fix',
    { ...SERVICE, ...NO_FIX, confidence: 'version-based' },
    {},
    'The service on port 22/tcp reports version 1, which is affected in Debian:12.',
  ],
  [
    'the evidence of a check',
    CHECK,
    { evidence: 'login:' },
    'A hole, on port 23/tcp. Evidence: login:',
  ],
];

const REMEDIES: Row[] = [
  ['a dpkg package', {}, {}, 'apt-get update && apt-get install --only-upgrade openssl'],
  ['an rpm package', {}, { format: 'rpm', scope: 'AlmaLinux:9' }, 'dnf upgrade openssl'],
  [
    'a package of SUSE',
    {},
    { format: 'rpm', scope: 'SUSE:Linux Enterprise Server 15 SP5' },
    'zypper update openssl',
  ],
  ['an apk package', {}, { format: 'apk', scope: 'Alpine:v3.20' }, 'apk add --upgrade openssl'],
  [
    'a fix of Ubuntu Pro',
    {},
    { state: 'subscription' },
    'pro attach && apt-get update && apt-get install --only-upgrade openssl',
  ],
  [
    'a dpkg kernel',
    { package: 'linux-image-6.1.0-28-amd64' },
    {},
    'apt-get update && apt-get dist-upgrade && reboot',
  ],
  [
    'an rpm kernel',
    { package: 'kernel-core', installed_version: '5.14.0-1.el9' },
    { format: 'rpm', scope: 'Rocky Linux:9' },
    'dnf upgrade kernel-core && reboot',
  ],
  [
    'a kernel of SUSE',
    { package: 'kernel-default', installed_version: '6.4.0-150600.1' },
    { format: 'rpm', scope: 'SUSE:Linux Enterprise Server 15 SP6' },
    'zypper update kernel-default && reboot',
  ],
  [
    'rpm kernel headers',
    { package: 'kernel-headers', installed_version: '5.14.0-1.el9' },
    { format: 'rpm', scope: 'Rocky Linux:9' },
    'dnf upgrade kernel-headers',
  ],
  [
    'a dpkg kernel that is not running',
    { package: 'linux-image-6.1.0-28-amd64' },
    { not_running: true },
    'apt-get purge linux-image-6.1.0-28-amd64',
  ],
  [
    'an rpm kernel that is not running',
    { package: 'kernel-core', installed_version: '5.14.0-1.el9' },
    { not_running: true, format: 'rpm', scope: 'AlmaLinux:9' },
    'dnf remove kernel-core-5.14.0-1.el9',
  ],
  [
    'a package without a fix yet',
    NO_FIX,
    { state: 'open' },
    'No fix is available yet: monitor the advisory, and restrict access to the software.',
  ],
  [
    'a package without a planned fix',
    NO_FIX,
    { state: 'no_fix' },
    'No fix is planned for this release: upgrade to a newer release, or remove the package.',
  ],
  [
    'a postponed fix',
    NO_FIX,
    { state: 'postponed' },
    'A fix is deferred to a later update: keep installing updates.',
  ],
  [
    'a package that its release no longer supports',
    NO_FIX,
    { state: 'end_of_life' },
    'Debian 12 no longer supports openssl: remove it or take it from elsewhere.',
  ],
  [
    'a vulnerability that is not triaged',
    NO_FIX,
    { state: 'undetermined' },
    'Monitor the advisory: this release is not yet triaged.',
  ],
  [
    'a package whose publisher names the last affected version only',
    NO_FIX,
    { state: 'open', last_affected: '1.4' },
    'Upgrade to a version after 1.4.',
  ],
  [
    'a service whose publisher names the last affected version only',
    { ...SERVICE, ...NO_FIX },
    { last_affected: '1.4' },
    'Upgrade the service (22/tcp) to a version after 1.4.',
  ],
  [
    'a service whose publisher lists later versions as well',
    { ...SERVICE, ...NO_FIX },
    {
      order: 'generic',
      last_affected: '1.4',
      also_affected: [{ from: 'f0', to: 'f1', fixed: null, last: '1.6' }],
    },
    'Upgrade the service (22/tcp) to a version after 1.6.',
  ],
  ['a service', SERVICE, {}, 'Upgrade the service (22/tcp) to 2 or later.'],
  [
    'a program',
    SERVICE,
    { program: 'OpenSSH', source: 'openbsd:openssh' },
    'Upgrade OpenSSH (22/tcp) to 2 or later.',
  ],
  [
    'a program that only the data names',
    SERVICE,
    { source: 'apache:http_server' },
    'Upgrade http server (22/tcp) to 2 or later.',
  ],
  [
    'a service without a fix',
    { ...SERVICE, ...NO_FIX },
    {},
    'No version of the service (22/tcp) is known to be fixed: restrict access to it, and monitor the advisory.',
  ],
  [
    'a check that is not listed any more',
    { ...CHECK, advisory: 'retired-check' },
    {},
    'Close the port, or restrict access to it.',
  ],
];

describe('explanation', () => {
  it.each(EXPLANATIONS)('describes %s in one sentence', (_what, fact, basis, expected) => {
    expect(explanation(fact, basis)).toBe(expected);
  });
});

describe('remedy', () => {
  it.each(REMEDIES)('recommends an action for %s', (_what, fact, basis, expected) => {
    expect(remedy(fact, basis)).toBe(expected);
  });

  it('recommends the action of the check for its weakness', () => {
    expect(remedy({ ...CHECK, advisory: 'telnet-open' })).toMatch(/SSH/i);
  });

  it.each(['a; rm -rf /', '$(reboot)', "it's", '-o=x', '`x`', 'a b', ''])(
    'quotes the package name %j as one word of a shell',
    (name) => {
      expect(execFileSync('sh', ['-c', `printf %s ${shellWord(name)}`], { encoding: 'utf8' })).toBe(
        name,
      );
      expect(remedy({ package: name })).toBe(
        `apt-get update && apt-get install --only-upgrade ${shellWord(name)}`,
      );
    },
  );
});
