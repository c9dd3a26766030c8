import { checkRemedy } from '../findings/explanation.js';
import { rebootForProcesses, restartTitle } from '../old-code/old-code.text.js';
import { isUpstream, programAt, programOf } from './program.js';
import type { RemediableFinding } from './group.js';
import type { PlannedRemediation } from './planned.js';
import { findLastAffected, upgradeWords } from './upgrade-target.js';

/** Returns an action in one line: `Upgrade nginx (80/tcp, 443/tcp) to 1.30.4 or later`. */
export function createTitle(planned: PlannedRemediation): string {
  const { plan, findings, worst, target } = planned;
  if (worst.origin === 'check') {
    const name = programOf(worst);
    const place = name === null ? `port ${worst.port}/${worst.transport}` : programAt(findings);
    return `${worst.title}, ${place}: ${checkRemedy(worst.advisory)}`;
  }
  const isService = worst.origin === 'service';
  const name = isService ? programAt(findings) : subjectOf(planned);
  if (plan.key.startsWith('replaced '))
    return `Reboot to run ${worst.basis.next_kernel ?? ''}, and remove ${name}: the running kernel is not known`;
  if (plan.action === 'reboot') return rebootTitle(findings);
  if (plan.action === 'restart') return restartTitle(processesOf(findings));
  if (plan.key.startsWith('remove '))
    return worst.basis.next_kernel === undefined
      ? `Remove ${name}: this kernel is not running`
      : `Remove ${name}: ${worst.basis.next_kernel} is installed`;
  if (plan.key.startsWith('pro ')) return `Attach a subscription and upgrade ${name}`;
  if (plan.action === 'end_of_life' && isService) return `Upgrade ${name} to a supported branch`;
  if (plan.action === 'end_of_life')
    return `${releaseOf(worst)} no longer supports ${name}: remove it or take it from elsewhere`;
  if (plan.action === 'no_fix') return unfixedTitle(name, findings);
  if (target === null) return `Upgrade ${name}`;
  return `Upgrade ${name} ${isService || isUpstream(worst) ? upgradeWords(target) : exactWords(target)}`;
}

const processesOf = (findings: readonly RemediableFinding[]) =>
  findings.map(({ basis }) => basis.processes).filter((processes) => processes !== undefined);

function rebootTitle(findings: readonly RemediableFinding[]): string {
  const basis = findings.find((f) => f.basis.runs_old_code === 'kernel')?.basis;
  if (basis === undefined) return rebootForProcesses(processesOf(findings));
  const running = basis.running_version ?? 'an older one';
  return basis.next_kernel === undefined
    ? `Install a kernel, and reboot: ${running} is running without its package`
    : `Reboot to run ${basis.next_kernel}: ${running} is running`;
}

/** A package manager offers versions of one release: the later ones need no mention. */
const exactWords = (target: NonNullable<PlannedRemediation['target']>): string =>
  target.final === target.version ? `to ${target.version}` : upgradeWords(target);

function unfixedTitle(name: string, findings: readonly RemediableFinding[]): string {
  const last = findings.every((f) => f.fixed_version === null) ? findLastAffected(findings) : null;
  if (last !== null) return `Upgrade ${name} to a version after ${last}`;
  const reasons = new Set(findings.map(unfixedReason));
  const [reason] = reasons;
  return `No fix for ${name}: ${reasons.size === 1 ? reason : MONITOR}`;
}

const MONITOR = 'monitor the advisories';

const NO_FIX: Readonly<Record<string, string>> = {
  no_fix: 'none is planned for this release',
  postponed: 'deferred to a later update',
  undetermined: 'not yet triaged for this release',
};

function unfixedReason({ fixed_version: fixed, basis }: RemediableFinding): string {
  if (fixed === null) return NO_FIX[basis.state ?? ''] ?? MONITOR;
  return basis.state === 'undetermined'
    ? `the published version ${fixed} cannot be compared`
    : 'the data names no version that resolves it';
}

/** Returns the name that people know several packages by: that of their source, else the shortest. */
function subjectOf({ worst, packages }: PlannedRemediation): string {
  const { basis, package: own } = worst;
  const names = [...new Set(packages.map(({ name }) => name))];
  if (names.length > 1 && isUpstream(worst)) return programOf(worst) ?? names.join(', ');
  if (basis.source !== null && names.length > 1) return basis.source;
  return names.reduce((a, b) => (b.length < a.length ? b : a), names[0] ?? own ?? '');
}

/** `Debian 12` for `Debian:12` */
const releaseOf = ({ basis: { scope } }: RemediableFinding): string =>
  (scope ?? 'This release').replaceAll(':', ' ');
