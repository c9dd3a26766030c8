import { dpkgPublisher } from './dpkg-publishers.js';
import type { OriginEvidence } from './evidence.js';
import { rpmPublisher } from './rpm-publishers.js';

/**
 * Returns the publisher of a package that the distribution of an ecosystem did not build; null: nothing shows that
 * another one built it. Evidence is the version, the vendor, and names that no distribution uses. The distribution's
 * ranges are about its own builds: they say nothing about others.
 * @param ecosystem as OSV names it: `Debian:12`
 */
export function otherPublisher(ecosystem: string, pkg: OriginEvidence): string | null {
  if (pkg.format === 'dpkg') return dpkgPublisher(ecosystem, pkg);
  if (pkg.format === 'apk') return ecosystem.startsWith('Alpine:') ? (pkg.vendor ?? null) : null;
  return pkg.format === 'rpm' ? rpmPublisher(ecosystem, pkg) : null;
}
