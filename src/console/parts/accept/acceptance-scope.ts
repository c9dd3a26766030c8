import type { Api } from '../../api/shapes.js';

type Scope = Pick<
  Api<'Acceptance'>,
  'host_id' | 'host_name' | 'group_id' | 'group_name' | 'package' | 'port' | 'transport' | 'product'
>;

/** Returns what an acceptance covers: `web-1, openssl` or `all hosts, everywhere`. */
export function acceptanceScope(acceptance: Scope): string {
  if (acceptance.product !== null) return acceptance.product;
  return `${hostsText(acceptance)}, ${placeOfAcceptance(acceptance)}`;
}

function hostsText({ host_id, host_name, group_id, group_name }: Scope): string {
  if (host_id !== null) return host_name ?? `host ${host_id}`;
  return group_id === null ? 'all hosts' : `group ${group_name ?? group_id}`;
}

function placeOfAcceptance({ package: name, port, transport }: Scope): string {
  if (name !== null) return name;
  return port === null ? 'everywhere' : `${port}/${transport ?? 'tcp'}`;
}
