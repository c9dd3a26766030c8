import { mapBy } from '../../lib/collections.js';
import type { RemediableFinding } from './group.js';
import { findUpgradeTarget, type UpgradeTarget } from './upgrade-target.js';

/** A package that an action is about. */
export interface RemediationPackage {
  name: string;
  architecture: string | null;
  installed_version: string | null;
  /** the lowest version that resolves all its findings; null: none is known */
  fixed_version: string | null;
  target: UpgradeTarget | null;
}

/** Returns the packages of findings by name, each with the version that resolves all its findings. */
export function remediationPackages(findings: readonly RemediableFinding[]): RemediationPackage[] {
  const ofPackages = findings.filter(({ package: name }) => name !== null);
  return [...mapBy(ofPackages, packageKey).values()]
    .map(toPackage)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const packageKey = ({ package: name, architecture, installed_version }: RemediableFinding) =>
  `${name} ${architecture ?? ''} ${installed_version ?? ''}`;

function toPackage(findings: readonly RemediableFinding[]): RemediationPackage {
  const { package: name, architecture, installed_version } = findings[0] as RemediableFinding;
  const target = findUpgradeTarget(findings);
  return {
    name: name ?? '',
    architecture,
    installed_version,
    fixed_version: target?.version ?? null,
    target,
  };
}
