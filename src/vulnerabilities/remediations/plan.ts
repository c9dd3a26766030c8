import type { Fact } from '../facts.js';

/** `upgrade`: a fix exists; `configure`: a setting or a removal; the others have no fix. */
export type RemediationAction = 'upgrade' | 'no_fix' | 'end_of_life' | 'configure';

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
 * rpm, those of one advisory are. A service is upgraded for all its vulnerabilities, and a check has one setting. All
 * packages of a release without security updates are one action: an upgrade of the release.
 */
export function planAction(fact: PlannedFact): Plan {
  const position = `${fact.port ?? ''}/${fact.transport ?? ''}`;
  if (fact.origin === 'check')
    return { key: `check ${fact.advisory} ${position}`, action: 'configure', link: null };
  if (fact.origin === 'service') {
    const action = fact.fixed_version === null ? 'no_fix' : 'upgrade';
    return { key: `service ${action} ${position}`, action, link: null };
  }
  return planOfPackage(fact);
}

function planOfPackage(fact: PlannedFact): Plan {
  const { package: name, installed_version, fixed_version, basis } = fact;
  const source = basis.source ?? name ?? '';
  if (basis.not_running)
    return plan('configure', `remove ${name ?? ''} ${installed_version ?? ''}`);
  if (basis.state === 'subscription') return plan('upgrade', `pro ${source}`);
  if (fixed_version !== null)
    return plan('upgrade', `upgrade ${basis.format ?? ''} ${source}`, advisoryOf(fact));
  return basis.state === 'end_of_life'
    ? plan('end_of_life', `end_of_life ${basis.scope ?? ''}`)
    : plan('no_fix', `no_fix ${source}`);
}

const plan = (action: RemediationAction, key: string, link: string | null = null): Plan => ({
  key,
  action,
  link,
});

const advisoryOf = ({ advisory, basis }: PlannedFact): string | null =>
  basis.format === 'rpm' && basis.source === null ? advisory : null;
