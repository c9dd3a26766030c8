import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import type { FindingConfidence } from '../facts.js';
import { portsOf, type FoundPort } from './program.js';
import { combineRisk } from '../risk/risk.js';
import { restartCommand } from '../old-code/units.js';
import type { RemediableFinding, RemediationGroup } from './group.js';
import { remediationPackages, type RemediationPackage } from './packages.js';
import type { RemediationAction } from './plan.js';
import { restartOf, type Restart } from './restart.js';
import { createTitle } from './title.js';
import { findUpgradeTarget, type UpgradeTarget } from './upgrade-target.js';
import { isPackageName, removeCommand, upgradeCommand } from './commands.js';
import type { PlannedRemediation } from './planned.js';

/** An action on one host, and the findings that it resolves. */
export interface Remediation {
  action: RemediationAction;
  /** `Upgrade openssl to 3.0.15-1~deb12u1` */
  title: string;
  /** a command for a shell of the host, without refreshing the package index; null without one */
  command: string | null;
  packages: Omit<RemediationPackage, 'target'>[];
  /** the version that resolves all findings; null without one, and where the packages have different ones */
  upgrade_to: string | null;
  port: number | null;
  transport: 'tcp' | 'udp' | null;
  /** all ports, the lowest first; `port` and `transport` are those of the first */
  ports: FoundPort[];
  /** ids, highest risk first */
  vulnerabilities: string[];
  findings: number;
  /** of the vulnerabilities */
  known_exploited: number;
  /** number of findings of each certainty */
  by_confidence: Record<FindingConfidence, number>;
  severity: Severity;
  /** 0 to 100: of all findings together */
  risk: number;
  /** the reason of the highest risk, and what the other findings add: sentences */
  risk_reason: string;
  restart: Restart;
}

/** Presents a group of findings of one host, at least one, as a remediation. */
export function toRemediation(group: RemediationGroup): Remediation {
  const { plan, findings, highest, sum } = group;
  const sorted = findings.toSorted(
    (a, b) => b.risk - a.risk || (a.vulnerability_id < b.vulnerability_id ? -1 : 1),
  );
  const worst = sorted[0] as RemediableFinding;
  const { vulnerabilities, knownExploited, severity } = collectVulnerabilities(sorted);
  const packages = remediationPackages(findings);
  const ports = portsOf(findings);
  const target = commonTarget(group, packages);
  const planned = { plan, findings, worst, packages, target };
  return {
    action: plan.action,
    title: createTitle(planned),
    command: createCommand(planned),
    packages: packages.map(({ name, architecture, installed_version, fixed_version }) => ({
      name,
      architecture,
      installed_version,
      fixed_version,
    })),
    upgrade_to: target?.version ?? null,
    port: ports[0]?.port ?? null,
    transport: ports[0]?.transport ?? null,
    ports,
    vulnerabilities: [...vulnerabilities],
    findings: findings.length,
    known_exploited: knownExploited.size,
    by_confidence: countConfidences(findings),
    severity,
    risk: combineRisk(highest, sum),
    risk_reason: reasonOf(worst, findings.length, combineRisk(highest, sum)),
    restart: restartAfter(plan.action, worst, packages),
  };
}

function countConfidences(
  findings: readonly RemediableFinding[],
): Record<FindingConfidence, number> {
  const counts = { confirmed: 0, 'version-based': 0, possible: 0 };
  for (const { confidence } of findings) counts[confidence] += 1;
  return counts;
}

function commonTarget(
  { plan: { action }, findings }: RemediationGroup,
  packages: readonly RemediationPackage[],
): UpgradeTarget | null {
  if (action !== 'upgrade') return null;
  const [first] = packages;
  if (first === undefined) return findUpgradeTarget(findings);
  const isCommon = packages.every(
    ({ target }) =>
      target?.version === first.target?.version && target?.final === first.target?.final,
  );
  return isCommon ? first.target : null;
}

function reasonOf(worst: RemediableFinding, findings: number, risk: number): string {
  const others = findings - 1;
  const raised =
    risk > worst.risk
      ? ` ${others === 1 ? 'Another finding raises' : `${others} other findings raise`} it from ` +
        `${worst.risk.toFixed(1)} to ${risk.toFixed(1)}.`
      : '';
  return `${worst.vulnerability_id}: ${worst.risk_reason}${raised}`;
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

function restartAfter(
  action: RemediationAction,
  { origin, basis }: RemediableFinding,
  packages: readonly RemediationPackage[],
): Restart {
  if (action === 'reboot') return 'reboot';
  if (action === 'restart') return 'service';
  if (action !== 'upgrade') return 'none';
  if (origin === 'service') return 'service';
  return restartOf([...packages.map(({ name }) => name), basis.source ?? ''].filter(Boolean));
}

/**
 * Returns the command of an action on packages; null: without one. A command upgrades to the newest version: where
 * that may be affected again, there is no command.
 */
function createCommand(planned: PlannedRemediation): string | null {
  const { plan, worst, packages, findings } = planned;
  if (plan.key === 'restart')
    return restartCommand(findings.flatMap(({ basis }) => basis.processes?.holders ?? []));
  const [first] = packages;
  if (worst.origin !== 'package' || !first) return null;
  if (!packages.every(({ name }) => isPackageName(name))) return null;
  const manager = { format: worst.basis.format, ecosystem: worst.basis.scope };
  if (plan.key.startsWith('remove ')) return removeCommand(manager, first);
  if (plan.action !== 'upgrade') return null;
  if (packages.some(({ target }) => (target?.final ?? null) === null)) return null;
  const command = upgradeCommand(manager, packages);
  return plan.key.startsWith('pro ') && command !== null ? `pro attach && ${command}` : command;
}
