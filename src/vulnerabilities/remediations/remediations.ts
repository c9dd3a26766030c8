import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { compareVersions } from '../../versions/versions.js';
import { explainFinding } from '../findings/explanation.js';
import { combineRisk } from '../risk/risk.js';
import { isPackageName, removeCommand, upgradeCommand, type PackageManager } from './commands.js';
import type { RemediableFinding, RemediationGroup } from './group.js';
import type { RemediationAction } from './plan.js';
import { restartOf, type Restart } from './restart.js';

/** A package to upgrade. `fixed_version`: the newest that a finding needs; null without a fix. */
interface RemediationPackage {
  name: string;
  architecture: string | null;
  installed_version: string | null;
  fixed_version: string | null;
}

/** An action on one host, and the findings that it resolves. */
export interface Remediation {
  action: RemediationAction;
  /** `Upgrade openssl to 3.0.15-1~deb12u1` */
  title: string;
  /** a command for a shell of the host, without refreshing the package index; null without one */
  command: string | null;
  packages: RemediationPackage[];
  port: number | null;
  transport: 'tcp' | 'udp' | null;
  /** ids, highest risk first */
  vulnerabilities: string[];
  findings: number;
  /** of the vulnerabilities */
  known_exploited: number;
  severity: Severity;
  /** 0 to 100: of all findings together */
  risk: number;
  restart: Restart;
}

/** Presents a group of findings of one host as a remediation. */
export function toRemediation({
  plan: { key, action },
  findings,
  highest,
  sum,
}: RemediationGroup): Remediation {
  const sorted = findings.toSorted(
    (a, b) => b.risk - a.risk || (a.vulnerability_id < b.vulnerability_id ? -1 : 1),
  );
  const [worst] = sorted;
  const { vulnerabilities, knownExploited, severity } = collectVulnerabilities(sorted);
  const packages = collectPackages(findings);
  const manager = { format: worst?.basis.format ?? null, ecosystem: worst?.basis.scope ?? null };
  const isUpgrade = action === 'upgrade' && worst?.origin === 'package';
  return {
    action,
    title: worst ? createTitle(key, action, worst, packages) : '',
    command: worst ? createCommand(key, action, worst, packages, manager) : null,
    packages,
    port: worst?.port ?? null,
    transport: worst?.transport ?? null,
    vulnerabilities: [...vulnerabilities],
    findings: findings.length,
    known_exploited: knownExploited.size,
    severity,
    risk: combineRisk(highest, sum),
    restart: isUpgrade
      ? restartOf([...packages.map(({ name }) => name), worst.basis.source ?? ''].filter(Boolean))
      : otherRestart(action, worst),
  };
}

/** Returns the vulnerabilities of findings, those known exploited, and the highest severity, in one pass. */
function collectVulnerabilities(findings: readonly RemediableFinding[]) {
  const vulnerabilities = new Set<string>();
  const knownExploited = new Set<string>();
  let highest = SEVERITIES.length - 1;
  for (const { vulnerability_id, severity, isKnownExploited } of findings) {
    vulnerabilities.add(vulnerability_id);
    if (isKnownExploited) knownExploited.add(vulnerability_id);
    highest = Math.min(highest, SEVERITIES.indexOf(severity));
  }
  return { vulnerabilities, knownExploited, severity: SEVERITIES[highest] ?? 'unknown' };
}

function otherRestart(action: RemediationAction, worst: RemediableFinding | undefined): Restart {
  if (action === 'end_of_life') return 'reboot';
  return action === 'upgrade' && worst?.origin === 'service' ? 'service' : 'none';
}

/** Returns the packages of findings by name, each with the newest fixed version. */
function collectPackages(findings: readonly RemediableFinding[]): RemediationPackage[] {
  const packages = new Map<string, RemediationPackage>();
  for (const { package: name, architecture, installed_version, fixed_version, basis } of findings) {
    if (name === null) continue;
    const key = `${name} ${architecture ?? ''} ${installed_version ?? ''}`;
    const known = packages.get(key);
    if (!known) packages.set(key, { name, architecture, installed_version, fixed_version });
    else known.fixed_version = newer(basis.order, known.fixed_version, fixed_version);
  }
  return [...packages.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function newer(order: string | null, a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a === b || compareVersions(order ?? 'generic', a, b) >= 0 ? a : b;
}

function createTitle(
  key: string,
  action: RemediationAction,
  worst: RemediableFinding,
  packages: readonly RemediationPackage[],
): string {
  if (worst.origin !== 'package') return positionTitle(action, worst);
  const name = subjectOf(worst, packages);
  if (key.startsWith('remove ')) return `Remove ${name}: this kernel is not running`;
  if (key.startsWith('pro ')) return `Attach a subscription and upgrade ${name}`;
  if (action === 'end_of_life') return `Upgrade to a supported release: ${releaseName(worst)}`;
  if (action === 'no_fix' && worst.basis.last_affected !== undefined)
    return `Upgrade ${name} to a version after ${worst.basis.last_affected}`;
  if (action === 'no_fix')
    return `No fix for ${name}: ${NO_FIX[worst.basis.state ?? ''] ?? 'monitor the advisories'}`;
  const versions = [...new Set(packages.map((p) => p.fixed_version))];
  return `Upgrade ${name}${versions.length === 1 ? ` to ${versions[0] ?? ''}` : ''}`;
}

/** Returns the name that people know several packages by: that of their source, else the shortest. */
function subjectOf(
  { basis, package: own }: RemediableFinding,
  packages: readonly RemediationPackage[],
): string {
  const names = [...new Set(packages.map(({ name }) => name))];
  if (basis.source !== null && names.length > 1) return basis.source;
  return names.reduce((a, b) => (b.length < a.length ? b : a), names[0] ?? own ?? '');
}

const NO_FIX: Readonly<Record<string, string>> = {
  no_fix: 'none is planned for this release',
  postponed: 'deferred to a later update',
  undetermined: 'not yet triaged for this release',
};

const releaseName = ({ basis: { scope } }: RemediableFinding): string =>
  `${(scope ?? 'this release').replaceAll(':', ' ')} no longer receives security updates`;

function positionTitle(action: RemediationAction, worst: RemediableFinding): string {
  const position = `port ${worst.port ?? ''}/${worst.transport ?? ''}`;
  const { remedy } = explainFinding(worst, worst.title);
  return action === 'configure'
    ? `${worst.title}, ${position}: ${remedy}`
    : `Service on ${position}: ${remedy}`;
}

function createCommand(
  key: string,
  action: RemediationAction,
  worst: RemediableFinding,
  packages: readonly RemediationPackage[],
  manager: PackageManager,
): string | null {
  const [first] = packages;
  if (worst.origin !== 'package' || !first) return null;
  if (!packages.every(({ name }) => isPackageName(name))) return null;
  if (key.startsWith('remove ')) return removeCommand(manager, first);
  if (action !== 'upgrade') return null;
  const command = upgradeCommand(manager, packages);
  return key.startsWith('pro ') && command !== null ? `pro attach && ${command}` : command;
}
