import type { Api } from '../../api/shapes.js';
import { hostsOf, placeOfFinding } from './acceptance-form.js';
import type { Selected } from './accept-many.js';

type Finding = Pick<
  Api<'Finding'>,
  'vulnerability_id' | 'host_id' | 'name' | 'package' | 'port' | 'transport' | 'accepted'
>;

/** The choice of the hosts that have the vulnerability now: one acceptance for each. */
export const HOSTS_NOW = 'now';

/** A choice of hosts: its value in the form, and its words. */
export type HostChoice = readonly [value: string, words: string];

const MAX_HOSTS = 200;

/** Returns the narrow choices of hosts, the preselected one first: those that have it now, and each of them. */
export function hostChoices(findings: readonly Finding[]): HostChoice[] {
  const hosts = new Map(findings.filter(isOpen).map(({ host_id, name }) => [host_id, name]));
  const each = [...hosts].map(([id, name]): HostChoice => [`host ${id}`, `${name} only`]);
  const now: HostChoice = [HOSTS_NOW, `the ${hosts.size} hosts that have it now`];
  return [...(each.length > 1 ? [now] : []), ...each.slice(0, MAX_HOSTS)];
}

const isOpen = ({ accepted }: Finding): boolean => accepted === null;

/**
 * Returns what a choice of hosts and of a place selects, as a request for many acceptances names it; null: no finding.
 * @param findings of the vulnerability
 */
export function selectedBy(
  { hosts, place }: { hosts: string; place: string },
  vulnerability: string,
  findings: readonly Finding[],
): (Selected & { all_places?: true } & ReturnType<typeof hostsOf>) | null {
  const scope = hosts === HOSTS_NOW ? {} : hostsOf(hosts);
  if (place === 'all') return { vulnerability_ids: [vulnerability], all_places: true, ...scope };
  const names = findings
    .filter((finding) => isOpen(finding) && placeOfFinding(finding) === place)
    .map(({ vulnerability_id, host_id, package: name, port, transport }) => ({
      vulnerability_id,
      host_id,
      package: name,
      port,
      transport,
    }));
  return names.length === 0 ? null : { findings: names, ...scope };
}
