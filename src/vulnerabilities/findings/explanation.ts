import { checkInfo } from '../../pentest/checks/list.js';
import type { Fact } from '../facts.js';
import {
  endOfReplaced,
  needsReboot,
  refreshCommand,
  removeCommand,
  upgradeCommand,
  type PackageManager,
} from '../remediations/commands.js';
import {
  findLastAffected,
  findUpgradeTarget,
  upgradeWords,
} from '../remediations/upgrade-target.js';
import { oldProcessesText, restartRemedy } from '../old-code/old-code.text.js';
import { inactiveText, livePatchText, oldKernelText } from '../old-code/kernel.text.js';
import { explainEnd } from '../support/explain-end.js';
import { forkedFrom } from '../matching/services/forks.js';
import { isUpstream, programAt, programOf } from '../remediations/program.js';

export type ExplainedFact = Pick<
  Fact,
  | 'origin'
  | 'package'
  | 'port'
  | 'transport'
  | 'installed_version'
  | 'fixed_version'
  | 'confidence'
  | 'advisory'
  | 'basis'
>;

interface Explanation {
  explanation: string;
  /** the remediation; if it is a command, it can be pasted into a shell */
  remedy: string;
}

/** Returns why a finding exists and what to do about it. @param title of its vulnerability */
export function explainFinding(fact: ExplainedFact, title: string): Explanation {
  if (fact.origin === 'check') return explainCheck(fact, title);
  return fact.origin === 'service'
    ? explainService(fact, title)
    : { explanation: explainPackage(fact), remedy: packageRemedy(fact) };
}

/** Returns what to do about a failed check. */
export const checkRemedy = (id: string): string =>
  checkInfo(id)?.remedy ?? 'Close the port, or restrict access to it.';

function explainCheck(fact: ExplainedFact, title: string): Explanation {
  const { advisory, port, transport, basis } = fact;
  const evidence = basis.evidence === undefined ? '' : ` Evidence: ${basis.evidence}`;
  const place = programOf(fact) === null ? `on port ${port}/${transport}` : programAt([fact]);
  return { explanation: `${title}, ${place}.${evidence}`, remedy: checkRemedy(advisory) };
}

function explainService(fact: ExplainedFact, title: string): Explanation {
  const program = programOf(fact) ?? 'The service';
  const reports = `${program} on port ${fact.port}/${fact.transport} reports version ${fact.installed_version ?? ''}`;
  if (fact.basis.state === 'end_of_life') return explainEnd(fact, `${reports}. ${title}`);
  return {
    explanation:
      `${reports}, ` + `${serviceVerdict(fact)}.${serviceDoubt(fact)}${serviceSource(fact.basis)}`,
    remedy: serviceRemedy(fact),
  };
}

function serviceVerdict(fact: ExplainedFact): string {
  const { fixed_version, basis } = fact;
  const original = forkedFrom(programOf(fact));
  if (original !== null) return `a version in which ${original} is affected`;
  const ecosystem = basis.scope === null || basis.scope.startsWith('cpe:') ? null : basis.scope;
  return fixed_version === null
    ? `which is affected${ecosystem === null ? '' : ` in ${ecosystem}`}${lastAffectedText(fact)}`
    : `older than the fixed version ${fixed_version}${ecosystem === null ? '' : ` for ${ecosystem}`}`;
}

function serviceRemedy(fact: ExplainedFact): string {
  const name = programAt([fact]);
  if (forkedFrom(programOf(fact)) !== null)
    return `Update ${name} from its vendor, and read the vendor's statement about the vulnerability.`;
  const target = findUpgradeTarget([fact]);
  if (target !== null) return `Upgrade ${name} ${upgradeWords(target)}.`;
  const last = fact.fixed_version === null ? findLastAffected([fact]) : null;
  return last === null
    ? `No version of ${name} is known to be fixed: restrict access to it, and monitor the advisory.`
    : `Upgrade ${name} to a version after ${last}.`;
}

/** Returns the statement of publishers without a fixed version about the last affected one; otherwise an empty text. */
function lastAffectedText({
  installed_version: installed,
  basis: { last_affected: last, source_version },
}: Pick<ExplainedFact, 'installed_version' | 'basis'>): string {
  if (last === undefined) return '';
  return last === (source_version ?? installed)
    ? '; its publisher lists this version, and names no fixed one'
    : `; its publisher names ${last} as the last affected version, and no fixed one`;
}

/** A publisher's id that is no address says nothing to people. */
const ADDRESS = /^[^@\s]+@[^@\s]+$/;

/** Returns where the affected versions of an upstream program are from; of a distribution's package: an empty text. */
function serviceSource({ scope, cna }: Fact['basis']): string {
  if (scope?.startsWith('cpe:') !== true) return '';
  if (cna === undefined) return " The affected versions are from NVD's CPE data.";
  const source = ADDRESS.test(cna) ? ` (${cna})` : '';
  return ` The affected versions are from the publisher of the CVE record${source}, not from NVD's CPE data.`;
}

function serviceDoubt({ basis, confidence }: ExplainedFact): string {
  if (basis.on_some_platforms)
    return ' Only some systems or configurations are affected; a scan cannot see whether this one is.';
  const original = forkedFrom(programOf({ basis }));
  if (original !== null)
    return ` It is a fork of ${original} that its vendor fixes separately; this version does not show whether it was.`;
  return confidence === 'possible'
    ? ' Distributions backport fixes; this version does not show whether it was.'
    : '';
}

function explainPackage(fact: ExplainedFact): string {
  const { package: name, installed_version, confidence, basis } = fact;
  const source =
    basis.source === null || isUpstream(fact)
      ? ''
      : ` (built from ${basis.source} ${basis.source_version ?? ''})`;
  const version = installed_version ?? basis.running_version ?? '';
  const installed = `${name ?? ''} ${version}${source}`;
  const live = livePatchText(basis);
  if (basis.runs_old_code === 'kernel') return oldKernelText(fact) + live;
  if (basis.processes) return oldProcessesText(fact, basis.processes);
  if (isUpstream(fact)) return upstreamText(installed, fact);
  const inactive = inactiveText(fact);
  const unimportant = basis.unimportant ? ' Rated unimportant by its publisher.' : '';
  const doubt = confidence === 'possible' ? packageDoubt(fact) : '';
  return `${packageVerdict(installed, fact)}${inactive}${unimportant}${doubt}${live}`;
}

/** @param installed the package with its version */
function upstreamText(installed: string, fact: ExplainedFact): string {
  const { basis, confidence } = fact;
  const version = basis.source_version ?? '';
  const backport = ' Its publisher adds fixes; the version does not show which.';
  const edition =
    ' Only some systems, editions or parts are affected; the package does not show whether this one is.';
  const doubt = confidence === 'possible' ? backport : '';
  return (
    `${installed} is the upstream version ${version} in a build of another publisher, ${serviceVerdict(fact)}.` +
    `${basis.on_some_platforms ? edition : doubt}${serviceSource(basis)}`
  );
}

function packageDoubt({ installed_version: installed, basis }: ExplainedFact): string {
  if (basis.state === 'undetermined') return '';
  return installed?.includes('~bpo')
    ? ' The backport may be of a later release, which is not affected.'
    : ' The module stream of the installed build, or that of the fix, is not named: they may differ.';
}

function packageVerdict(installed: string, fact: ExplainedFact): string {
  const { state, scope, order, last_affected: last } = fact.basis;
  const fixed = fact.fixed_version;
  const release = scope ?? 'its release';
  switch (state) {
    case 'no_fix':
      return `${installed} is affected; no fix planned in ${release}.`;
    case 'postponed':
      return `${installed} is affected; a fix is deferred to a later update of ${release}.`;
    case 'end_of_life':
      return `${installed} is affected; ${release} no longer supports this package.`;
    case 'undetermined':
      return fixed === null
        ? `${installed} may be affected: not yet triaged for ${release}.`
        : `${installed} may be affected: the publisher's fixed version ${fixed} cannot be compared.`;
    case 'subscription':
      return (
        `${installed} is affected; the fix${fixed === null ? '' : ` (${fixed})`} ` +
        `for ${release} requires a subscription.`
      );
    case 'fixed':
    case 'open':
    case 'not_affected':
    case null:
      if (fixed === null && last !== undefined)
        return `${installed} is affected in ${release}${lastAffectedText(fact)}.`;
      return fixed === null
        ? `${installed} is affected; no fix is available for ${release} yet.`
        : `Installed version ${installed} is older than the fixed version ${fixed} ` +
            `for ${release} (${order ?? ''} version order).`;
  }
}

const REMEDIES: Readonly<Record<string, string>> = {
  no_fix: 'No fix is planned for this release: upgrade to a newer release, or remove the package.',
  postponed: 'A fix is deferred to a later update: keep installing updates.',
  undetermined: 'Monitor the advisory: this release is not yet triaged.',
};

function packageRemedy(fact: ExplainedFact): string {
  const { fixed_version, basis } = fact;
  if (basis.runs_old_code === 'kernel')
    return basis.next_kernel === undefined ? 'Install a kernel package, and reboot.' : 'reboot';
  if (basis.processes) return restartRemedy(basis.processes);
  const end = endOfReplaced(fact);
  const old = { name: fact.package ?? '', installed_version: fact.installed_version };
  if (end === 'remove') return removeCommand(managerOf(fact), old);
  if (end === 'reboot')
    return (
      `Reboot to run ${basis.next_kernel ?? ''}. ` +
      `Then collect an inventory, and remove ${old.name} ${old.installed_version ?? ''}.`
    );
  const target = findUpgradeTarget([fact]);
  if (target !== null && target.final === null)
    return `Upgrade ${fact.package ?? ''} ${upgradeWords(target)}.`;
  if (target !== null)
    return `${basis.state === 'subscription' ? 'pro attach && ' : ''}${upgradeText(fact)}`;
  if (fixed_version !== null) return INCOMPARABLE[basis.state ?? ''] ?? NO_VERSION;
  return unfixedRemedy(fact);
}

const NO_VERSION =
  'The data names no version that resolves it: monitor the advisory, and restrict access to the software.';
const INCOMPARABLE: Readonly<Record<string, string>> = {
  undetermined:
    'Compare the installed version with the published one: their numbers have no common order.',
};

function unfixedRemedy(fact: ExplainedFact): string {
  const { state, scope } = fact.basis;
  if (state === 'end_of_life')
    return (
      `${(scope ?? 'This release').replaceAll(':', ' ')} no longer supports ${fact.package ?? ''}: ` +
      'remove it or take it from elsewhere.'
    );
  const remedy = REMEDIES[state ?? ''];
  if (remedy !== undefined) return remedy;
  const last = findLastAffected([fact]);
  return last === null
    ? 'No fix is available yet: monitor the advisory, and restrict access to the software.'
    : `Upgrade to a version after ${last}.`;
}

function upgradeText(fact: ExplainedFact): string {
  const manager = managerOf(fact);
  const name = fact.package ?? '';
  const upgrade = upgradeCommand(manager, [{ name, installed_version: fact.installed_version }]);
  if (upgrade === null) return `Upgrade ${name} to ${fact.fixed_version ?? 'a fixed version'}.`;
  const commands = [refreshCommand(manager), upgrade, needsReboot(manager, name) ? 'reboot' : null];
  return commands.filter((command) => command !== null).join(' && ');
}

const managerOf = ({ basis: { format, scope } }: ExplainedFact): PackageManager => ({
  format,
  ecosystem: scope,
});
