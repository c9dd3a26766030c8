import type { Api } from '../../api/shapes.js';

/** The choices in the form of an acceptance. */
export interface AcceptanceForm {
  /** the hosts: `all`, `host 7` or `group 3` */
  hosts: string;
  /** where on them: `all`, `package openssl` or `port 443/tcp` */
  place: string;
  reason: string;
  /** its last day, `2027-01-31`; empty: without an end */
  lastDay: string;
  /** empty: the hosts are affected, and the risk is accepted */
  justification: string;
}

type Body = Api<'NewAcceptance'>;

/** Returns the request of a form. @param endOf the last second of a day (Unix seconds) */
export const acceptanceBody = (form: AcceptanceForm, endOf: (day: string) => number): Body => ({
  ...hostsOf(form.hosts),
  ...placeOf(form.place),
  ...acceptanceReason(form, endOf),
});

/** Returns the fields of a form that say why, and until when. @param endOf as above */
export function acceptanceReason(
  { reason, lastDay, justification }: AcceptanceForm,
  endOf: (day: string) => number,
): Pick<Body, 'reason' | 'until' | 'justification'> {
  return {
    reason: reason.trim(),
    ...(lastDay !== '' && { until: endOf(lastDay) }),
    ...(justification !== '' && {
      justification: justification as NonNullable<Body['justification']>,
    }),
  };
}

/** Returns the fields of a choice of hosts. */
export function hostsOf(choice: string): Pick<Body, 'host_id' | 'group_id' | 'all_hosts'> {
  const [kind, id] = choice.split(' ');
  if (kind === 'host') return { host_id: Number(id) };
  return kind === 'group' ? { group_id: Number(id) } : { all_hosts: true };
}

function placeOf(choice: string): Pick<Body, 'package' | 'port' | 'transport' | 'all_places'> {
  const [, kind, value = ''] = /^(package|port) (.*)$/.exec(choice) ?? [];
  if (kind === 'package') return { package: value };
  if (kind !== 'port') return { all_places: true };
  const [port, transport] = value.split('/');
  return { port: Number(port), transport: transport === 'udp' ? 'udp' : 'tcp' };
}

/** Reasons of OpenVEX 0.2.0 why hosts are not affected, in words. */
export const JUSTIFICATION_WORDS = [
  ['component_not_present', 'the component is not present'],
  ['vulnerable_code_not_present', 'the vulnerable code is not present'],
  ['vulnerable_code_not_in_execute_path', 'the vulnerable code is never executed'],
  [
    'vulnerable_code_cannot_be_controlled_by_adversary',
    'an attacker cannot control the vulnerable code',
  ],
  ['inline_mitigations_already_exist', 'a protection exists already'],
] as const;

/** Returns the justification of an acceptance in words. */
export const justificationText = (name: string): string =>
  JUSTIFICATION_WORDS.find(([value]) => value === name)?.[1] ?? name;

/** Returns the places of findings as the form names them: `package openssl`, `port 443/tcp`. */
export const acceptablePlaces = (
  findings: readonly Pick<Api<'Finding'>, 'package' | 'port' | 'transport'>[],
): string[] => [...new Set(findings.flatMap((finding) => placeOfFinding(finding) ?? []))];

/** Returns the place of a finding as the form names it; null: it has none. */
export function placeOfFinding({
  package: name,
  port,
  transport,
}: Pick<Api<'Finding'>, 'package' | 'port' | 'transport'>): string | null {
  if (name !== null) return `package ${name}`;
  return port === null ? null : `port ${port}/${transport ?? 'tcp'}`;
}
