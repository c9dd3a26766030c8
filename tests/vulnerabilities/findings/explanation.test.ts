import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  explainFinding,
  shellWord,
  type ExplainedFact,
} from '../../../src/vulnerabilities/findings/explanation.js';
import type { FactBasis } from '../../../src/vulnerabilities/facts.js';

const basis = (more: Partial<FactBasis> = {}): FactBasis => ({
  order: 'dpkg',
  scope: 'Debian:12',
  source: null,
  source_version: null,
  state: 'fixed',
  format: 'dpkg',
  ...more,
});
const fact = (more: Partial<ExplainedFact> = {}, of: Partial<FactBasis> = {}): ExplainedFact => ({
  origin: 'package',
  package: 'openssl',
  port: null,
  transport: null,
  installed_version: '1',
  fixed_version: '2',
  confidence: 'confirmed',
  advisory: 'DSA-1',
  ...more,
  basis: basis(of),
});
const explanation = (...of: Parameters<typeof fact>) =>
  explainFinding(fact(...of), 'A hole').explanation;
const remedy = (...of: Parameters<typeof fact>) => explainFinding(fact(...of), 'A hole').remedy;

describe('the explanation', () => {
  it.each([
    [
      'of a fix',
      {},
      {},
      'openssl 1 is older than 2, which mends this in Debian:12 (compared as dpkg does).',
    ],
    [
      'by the source',
      { package: 'libssl3' },
      { source: 'openssl', source_version: '1' },
      'libssl3 1 (built from openssl 1) is older than 2, which mends this in Debian:12 (compared as dpkg does).',
    ],
    [
      'without a fix',
      { fixed_version: null },
      { state: 'open' as const },
      'openssl 1 is affected, and there is no fix in Debian:12 yet.',
    ],
    [
      'of what will not be mended',
      { fixed_version: null },
      { state: 'no_fix' as const },
      'openssl 1 is affected, and it will not be mended in Debian:12.',
    ],
    [
      'of the end of a release',
      { fixed_version: null },
      { state: 'end_of_life' as const },
      'openssl 1 is affected, and nobody mends it in Debian:12 any more.',
    ],
    [
      'of what nobody looked at',
      { fixed_version: null, confidence: 'possible' as const },
      { state: 'undetermined' as const },
      'openssl 1 may be affected: nobody has looked at it in Debian:12 yet.',
    ],
    [
      'of a fix whose version cannot be compared',
      { fixed_version: '0.8.21.r2', confidence: 'possible' as const },
      { state: 'undetermined' as const },
      'openssl 1 may be affected: its publisher calls the version that mends this 0.8.21.r2, which cannot be compared.',
    ],
    [
      'of a kernel that does not run',
      {},
      { not_running: true },
      'openssl 1 is older than 2, which mends this in Debian:12 (compared as dpkg does). It is a kernel that is installed, but not the one that runs.',
    ],
    [
      'of a service, on some systems',
      {
        origin: 'service' as const,
        package: null,
        port: 22,
        transport: 'tcp' as const,
        confidence: 'possible' as const,
      },
      { scope: 'cpe:a', on_some_platforms: true },
      'The service on port 22/tcp tells version 1, which is older than 2, which mends this. That holds on some systems or in some surroundings only, and which these are is not seen from outside.',
    ],
    [
      'of a service',
      {
        origin: 'service' as const,
        package: null,
        port: 22,
        transport: 'tcp' as const,
        confidence: 'possible' as const,
      },
      { scope: 'cpe:a' },
      'The service on port 22/tcp tells version 1, which is older than 2, which mends this. Distributions put fixes into older versions, and this one does not show whether that was done.',
    ],
    [
      'of a check',
      { origin: 'check' as const, package: null, port: 23, transport: 'tcp' as const },
      { evidence: 'login:' },
      'A hole, on port 23/tcp. It was seen by this: login:',
    ],
  ])('%s', (_what, of, more, expected) => {
    expect(explanation(of, more)).toBe(expected);
  });
});

describe('the remedy', () => {
  it.each([
    ['dpkg', {}, {}, 'apt-get update && apt-get install --only-upgrade openssl'],
    ['rpm', {}, { format: 'rpm', scope: 'AlmaLinux:9' }, 'dnf upgrade openssl'],
    [
      'SUSE',
      {},
      { format: 'rpm', scope: 'SUSE:Linux Enterprise Server 15 SP5' },
      'zypper update openssl',
    ],
    ['apk', {}, { format: 'apk', scope: 'Alpine:v3.20' }, 'apk add --upgrade openssl'],
    [
      'Ubuntu Pro',
      {},
      { state: 'subscription' as const },
      'pro attach && apt-get update && apt-get install --only-upgrade openssl',
    ],
    [
      'a kernel',
      { package: 'linux-image-6.1.0-28-amd64' },
      {},
      'apt-get update && apt-get dist-upgrade && reboot',
    ],
    [
      'a kernel of rpm',
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
      'headers of rpm',
      { package: 'kernel-headers', installed_version: '5.14.0-1.el9' },
      { format: 'rpm', scope: 'Rocky Linux:9' },
      'dnf upgrade kernel-headers',
    ],
    [
      'a kernel that does not run',
      { package: 'linux-image-6.1.0-28-amd64' },
      { not_running: true },
      'apt-get purge linux-image-6.1.0-28-amd64',
    ],
    [
      'one of rpm',
      { package: 'kernel-core', installed_version: '5.14.0-1.el9' },
      { not_running: true, format: 'rpm', scope: 'AlmaLinux:9' },
      'dnf remove kernel-core-5.14.0-1.el9',
    ],
    [
      'no fix',
      { fixed_version: null },
      { state: 'no_fix' as const },
      'No fix will come for this release: move to a newer one, or remove the package if nothing needs it.',
    ],
    [
      'a check',
      { origin: 'check' as const, advisory: 'telnet-open' },
      {},
      expect.stringMatching(/SSH/i) as string,
    ],
  ])('for %s', (_what, of, more, expected) => {
    expect(remedy(of, more)).toEqual(expected);
  });

  it.each(['a; rm -rf /', '$(reboot)', "it's", '-o=x', '`x`', 'a b', ''])(
    'keeps the name %j one word of a shell',
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
