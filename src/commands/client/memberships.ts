import { chunk } from '../../lib/collections.js';
import { lookupGroup, type FoundGroup } from './lookup.js';
import { getData } from './request.js';
import type { Client } from './types.js';

/** Returns each group once, by id or name. Throws CommandError for an unknown one. */
export async function lookupGroups(
  client: Client,
  texts: readonly string[],
): Promise<FoundGroup[]> {
  const found = new Map<number, FoundGroup>();
  for (const text of texts) {
    const group = await lookupGroup(client, text);
    found.set(group.id, group);
  }
  return [...found.values()];
}

/** Returns the id of each group once. Errors as in `lookupGroups`. */
export const lookupGroupIds = async (client: Client, texts: readonly string[]): Promise<number[]> =>
  (await lookupGroups(client, texts)).map(({ id }) => id);

/** Hosts of one request; the service accepts as many. */
const HOSTS_PER_REQUEST = 10_000;

/** Adds hosts to a group; its other members stay, also those that someone else adds meanwhile. */
export async function addMembers(
  client: Client,
  groupId: number,
  hostIds: readonly number[],
): Promise<void> {
  for (const part of chunk([...new Set(hostIds)], HOSTS_PER_REQUEST))
    await getData(client, 'PATCH', `/groups/${groupId}`, { add_host_ids: part });
}
