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

/** Adds hosts to a group, in one request; those that are in it stay. */
export async function addMembers(
  client: Client,
  groupId: number,
  hostIds: readonly number[],
): Promise<FoundGroup> {
  const { host_ids } = await getData<FoundGroup>(client, 'GET', `/groups/${groupId}`);
  const all = new Set([...host_ids, ...hostIds]);
  return getData<FoundGroup>(client, 'PUT', `/groups/${groupId}`, { host_ids: [...all] });
}
