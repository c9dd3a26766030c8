import type { RemediableFinding } from '../../../src/vulnerabilities/remediations/group.js';
import type { FactBasis } from '../../../src/vulnerabilities/facts.js';

const BASIS: FactBasis = {
  order: 'dpkg',
  scope: 'Debian:12',
  source: null,
  source_version: null,
  state: 'fixed',
  format: 'dpkg',
};

export const RPM: Partial<FactBasis> = { order: 'rpm', scope: 'AlmaLinux:9', format: 'rpm' };

/** Returns a finding in package `a` 1, fixed in 2, of a Debian host. */
export const finding = (
  more: Partial<RemediableFinding> = {},
  basis: Partial<FactBasis> = {},
): RemediableFinding => ({
  vulnerability_id: 'CVE-2024-1',
  title: 'A hole',
  origin: 'package',
  package: 'a',
  architecture: 'amd64',
  port: null,
  transport: null,
  installed_version: '1',
  fixed_version: '2',
  severity: 'high',
  confidence: 'confirmed',
  advisory: 'DSA-1',
  risk: 50,
  risk_reason: 'CVSS 7.5.',
  isKnownExploited: false,
  ...more,
  basis: { ...BASIS, ...basis },
});
