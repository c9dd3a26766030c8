import type { Fact } from '../facts.js';

/** `upgrade`: a fix exists; `configure`: a setting or a removal; the others have no fix. */
export type RemediationAction = 'upgrade' | 'no_fix' | 'end_of_life' | 'configure';

/** The action that a finding needs. Findings of a host with equal keys are resolved together. */
export interface Plan {
  key: string;
  action: RemediationAction;
}

export type PlannedFact = Pick<
  Fact,
  'origin' | 'package' | 'port' | 'transport' | 'fixed_version' | 'advisory' | 'basis'
>;

/**
 * Returns the plan of a finding. Packages of one source are upgraded together; a service is upgraded for all its
 * vulnerabilities, and a check has one setting. All packages of a release without security updates are one action: an
 * upgrade of the release.
 */
export function planRemediation(fact: PlannedFact): Plan {
  const position = `${fact.port ?? ''}/${fact.transport ?? ''}`;
  if (fact.origin === 'check')
    return { key: `check ${fact.advisory} ${position}`, action: 'configure' };
  if (fact.origin === 'service') {
    const action = fact.fixed_version === null ? 'no_fix' : 'upgrade';
    return { key: `service ${action} ${position}`, action };
  }
  return planOfPackage(fact);
}

function planOfPackage({ package: name, fixed_version, basis }: PlannedFact): Plan {
  const source = basis.source ?? name ?? '';
  if (basis.not_running) return { key: `remove ${name ?? ''}`, action: 'configure' };
  if (basis.state === 'subscription') return { key: `pro ${source}`, action: 'upgrade' };
  if (fixed_version !== null)
    return { key: `upgrade ${basis.format ?? ''} ${source}`, action: 'upgrade' };
  return basis.state === 'end_of_life'
    ? { key: `end_of_life ${basis.scope ?? ''}`, action: 'end_of_life' }
    : { key: `no_fix ${source}`, action: 'no_fix' };
}
