import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { chunk } from '../../lib/collections.js';
import { isInRanges, parseAddressRange } from '../../pentest/address-ranges.js';
import { getData } from '../client/request.js';
import type { Client } from '../client/types.js';
import type { TargetHost } from './targets.js';

export interface ScanParams {
  ports?: string[];
  speed?: string;
  discovery?: string;
  /** addresses that are searched for hosts; a part of the targets, and so not of the name of the scan */
  ranges?: string[];
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

const HOSTS_BATCH_SIZE = 1000;
const MAX_NAME_LENGTH = 255;

/**
 * Returns the name of a scan's template: equal arguments find the same template, and its tasks form one
 * history. `scan 10.0.0.0/24 --ports 22,80`; a name over 255 characters ends in a hash of all of it.
 */
export function scanName(targets: readonly string[], params: ScanParams): string {
  const { ports, speed, discovery } = params;
  const options = [
    ...(ports ? ['--ports', ports.join(',')] : []),
    ...(speed ? ['--speed', speed] : []),
    ...(discovery ? ['--discovery', discovery] : []),
  ];
  const name = ['scan', ...targets, ...options].join(' ');
  if (name.length <= MAX_NAME_LENGTH) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `${name.slice(0, MAX_NAME_LENGTH - 15).trimEnd()} … ${hash}`;
}

/**
 * Creates the hosts that do not exist yet. Those in `ranges` are only addresses until something answers there. Returns
 * the ids of all, in ascending order.
 */
export async function prepareHosts(
  client: Client,
  hosts: readonly TargetHost[],
  ranges: readonly string[] = [],
): Promise<number[]> {
  const searched = ranges.map(parseAddressRange).filter((range) => range !== null);
  const ids: number[] = [];
  for (const batch of chunk(hosts, HOSTS_BATCH_SIZE)) {
    const body = batch.map(({ ip, name }) => ({
      current_ip: ip,
      ...(name !== null && { hostname: name }),
      ...(isInRanges(ip, searched) && { unanswered: true }),
    }));
    const { created, existing } = await getData<{ created: Host[]; existing: Host[] }>(
      client,
      'POST',
      '/hosts',
      body,
    );
    ids.push(...created.map((h) => h.id), ...existing.map((h) => h.id));
  }
  return ids.sort((a, b) => a - b);
}

/**
 * Returns the id of the scan's template: that of an earlier scan with the same name and params, updated to
 * these hosts, otherwise a new one. `hosts` is in ascending order.
 */
export async function prepareTemplate(
  client: Client,
  name: string,
  params: ScanParams,
  hosts: readonly number[],
): Promise<number> {
  const query = new URLSearchParams({ name, type: 'pentest' }).toString();
  const listed = await getData<Template[]>(client, 'GET', `/api/v1/template/?${query}`);
  const requested = Object.keys(params).length > 0 ? params : null;
  const existing = listed.find(
    (t) => t.name === name && t.groups.length === 0 && isSameScan(t.params, requested),
  );
  if (!existing) {
    const shared = { name, type: 'pentest', shares_name: true };
    const body = { ...shared, hosts, params: requested, enabled: false };
    const created = await getData<Template>(client, 'POST', '/api/v1/templates/', body);
    return created.id;
  }
  // A host name may resolve to another address than before, and a file may have other targets.
  const current = existing.hosts.toSorted((a, b) => a - b);
  const changes = {
    ...(!isDeepStrictEqual(current, hosts) && { hosts }),
    ...(!isDeepStrictEqual(existing.params, requested) && { params: requested }),
  };
  if (Object.keys(changes).length > 0)
    await getData(client, 'PUT', `/api/v1/templates/${existing.id}`, changes);
  return existing.id;
}

const isSameScan = (a: Template['params'], b: ScanParams | null): boolean =>
  isDeepStrictEqual({ ...a, ranges: null }, { ...b, ranges: null });
