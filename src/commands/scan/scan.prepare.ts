import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { getData } from '../client/request.js';
import type { Client } from '../client/client.js';
import type { TargetHost } from './targets.js';

export interface ScanParams {
  ports?: string[];
  speed?: string;
  discovery?: string;
}

interface Template {
  id: number;
  name: string;
  params: Record<string, unknown> | null;
  hosts: number[];
  groups: number[];
}
interface Host {
  id: number;
  current_ip: string;
}

const HOSTS_AT_ONCE = 1000;
const LONGEST_NAME = 255;

/**
 * The name of a scan's template: what was asked, so that the same question finds the same template and its tasks are one chain.
 * `scan 10.0.0.0/24 --ports 22,80`; what would be over 255 characters ends in a hash of the whole.
 */
export function scanName(targets: readonly string[], params: ScanParams): string {
  const { ports, speed, discovery } = params;
  const options = [
    ...(ports ? ['--ports', ports.join(',')] : []),
    ...(speed ? ['--speed', speed] : []),
    ...(discovery ? ['--discovery', discovery] : []),
  ];
  const name = ['scan', ...targets, ...options].join(' ');
  if (name.length <= LONGEST_NAME) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `${name.slice(0, LONGEST_NAME - 15).trimEnd()} … ${hash}`;
}

/** Makes the hosts that are not there yet; gives the ids of all. */
export async function prepareHosts(
  client: Client,
  hosts: readonly TargetHost[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < hosts.length; i += HOSTS_AT_ONCE) {
    const some = hosts
      .slice(i, i + HOSTS_AT_ONCE)
      .map(({ ip, name }) => ({ current_ip: ip, ...(name !== null && { hostname: name }) }));
    const { created, existing } = await getData<{ created: Host[]; existing: Host[] }>(
      client,
      'POST',
      '/hosts',
      some,
    );
    ids.push(...created.map((h) => h.id), ...existing.map((h) => h.id));
  }
  return ids.sort((a, b) => a - b);
}

/** The id of the scan's template: the one of an earlier scan of the same name and params with these hosts put in, else a new one. */
export async function prepareTemplate(
  client: Client,
  name: string,
  params: ScanParams,
  hosts: readonly number[],
): Promise<number> {
  const listed = await getData<Template[]>(
    client,
    'GET',
    `/api/v1/template/?${new URLSearchParams({ name, type: 'pentest' }).toString()}`,
  );
  const wanted = Object.keys(params).length > 0 ? params : null;
  const known = listed.find(
    (t) => t.name === name && t.groups.length === 0 && isDeepStrictEqual(t.params, wanted),
  );
  if (!known)
    return (
      await getData<Template>(client, 'POST', '/api/v1/templates/', {
        name,
        type: 'pentest',
        hosts,
        params: wanted,
        enabled: false,
      })
    ).id;
  // A name may have another address today.
  if (
    !isDeepStrictEqual(
      [...known.hosts].sort((a, b) => a - b),
      hosts,
    )
  )
    await getData(client, 'PUT', `/api/v1/templates/${known.id}`, { hosts });
  return known.id;
}
