import { programOf } from './program.js';
import type { Fact } from '../facts.js';
import { canRestart } from '../old-code/old-code.text.js';
import { endOfReplaced } from './commands.js';
import { findLastAffected, findUpgradeTarget } from './upgrade-target.js';

/**
 * `reboot`, `restart`: the fix is installed, and an old kernel or old processes run; `upgrade`: a fix exists;
 * `configure`: a setting or a removal; `end_of_life`: the release no longer supports the package, or the branch of a
 * program has ended; `no_fix`: none is known.
 */
export type RemediationAction =
  'upgrade' | 'reboot' | 'restart' | 'no_fix' | 'end_of_life' | 'configure';

/** The action that a finding needs. Findings of a host with equal keys are resolved together. */
export interface Plan {
  key: string;
  action: RemediationAction;
  /** plans of a host with equal links are one, also if their keys differ; null: none */
  link: string | null;
}

export type PlannedFact = Pick<
  Fact,
  | 'origin'
  | 'package'
  | 'port'
  | 'transport'
  | 'installed_version'
  | 'fixed_version'
  | 'advisory'
  | 'basis'
>;

/**
 * Returns the plan of a finding. Packages of one source are upgraded together; where the data names no source, as for
 * rpm, those of one advisory are. A program is upgraded for all its vulnerabilities and ports, and a check has one
 * setting. One version resolves all findings of an upgrade: those that a later version affects again are a separate
 * plan for each version that resolves them.
 */
export function planAction(fact: PlannedFact): Plan {
  const position = `${fact.port ?? ''}/${fact.transport ?? ''}`;
  if (fact.origin === 'check') return plan('configure', `check ${fact.advisory} ${position}`);
  if (fact.origin === 'package') return planOfPackage(fact);
  const name = programOf(fact) ?? position;
  const program = JSON.stringify([name, fact.installed_version, fact.basis.order]);
  if (fact.basis.state === 'end_of_life') return plan('end_of_life', `service end ${program}`);
  const step = stepOf(fact);
  return step === null
    ? plan('no_fix', `service ${unfixedKind(fact)} ${program}`)
    : plan('upgrade', `service upgrade ${program}${step}`);
}

function planOfPackage(fact: PlannedFact): Plan {
  const { package: name, installed_version, basis } = fact;
  const source = basis.source ?? name ?? '';
  if (basis.runs_old_code === 'kernel') return plan('reboot', 'reboot');
  if (basis.processes) return planOfProcesses(basis.processes);
  const end = endOfReplaced(fact);
  if (end === 'remove') return plan('configure', `remove ${name ?? ''} ${installed_version ?? ''}`);
  if (end === 'reboot') return plan('reboot', `replaced ${basis.next_kernel ?? ''}`);
  const step = stepOf(fact);
  if (step !== null && basis.state === 'subscription')
    return plan('upgrade', `pro ${source}${step}`);
  if (step !== null) {
    const key = `upgrade ${basis.format ?? ''} ${source}${step}`;
    return plan('upgrade', key, step === '' ? advisoryOf(fact) : null);
  }
  return basis.state === 'end_of_life'
    ? plan('end_of_life', `end_of_life ${basis.scope ?? ''} ${source}`)
    : plan('no_fix', `${unfixedKind(fact)} ${source}`);
}

/** One restart of services, and one reboot, are for all findings of a host that they resolve. */
function planOfProcesses(processes: NonNullable<Fact['basis']['processes']>): Plan {
  if (processes.unseen) return plan('restart', 'restart unseen');
  return canRestart(processes) ? plan('restart', 'restart') : plan('reboot', 'reboot');
}

/**
 * Returns what distinguishes the upgrade of a finding from others of its package: nothing, if no version after its
 * fix is affected; null: no version resolves it.
 */
function stepOf(fact: PlannedFact): string | null {
  const { fixed_version, basis } = fact;
  if (fixed_version === null || basis.state === 'undetermined') return null;
  if (basis.also_affected === undefined) return '';
  const target = findUpgradeTarget([fact]);
  if (target === null) return null;
  return target.final === null ? ` only ${target.version}` : '';
}

const unfixedKind = (fact: PlannedFact): string =>
  fact.fixed_version === null && findLastAffected([fact]) !== null ? 'after' : 'no_fix';

const plan = (action: RemediationAction, key: string, link: string | null = null): Plan => ({
  key,
  action,
  link,
});

const advisoryOf = ({ advisory, basis }: PlannedFact): string | null =>
  basis.format === 'rpm' && basis.source === null ? advisory : null;
