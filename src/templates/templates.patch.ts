import type { StoredTemplate } from './templates.repository.js';
import type { TemplatePatch } from './templates.patch.schemas.js';

type Params = StoredTemplate['params'];

/** The fields of a template after a patch; undefined: it does not change the field. */
export interface PatchedFields extends Pick<TemplatePatch, 'name' | 'schedule'> {
  hosts?: number[];
  groups?: number[];
  params?: Params;
  type?: undefined;
  /** the fields include stored values, which the sender may not have seen */
  isPartial: true;
}

/** Applies a patch to a stored template. Hosts and groups are added first, and removed then. */
export function applyPatch(
  { hosts, groups, params }: Pick<StoredTemplate, 'hosts' | 'groups' | 'params'>,
  patch: TemplatePatch,
): PatchedFields {
  const { name, schedule, add_hosts, remove_hosts, add_groups, remove_groups } = patch;
  return {
    isPartial: true,
    ...(name !== undefined && { name }),
    ...(schedule !== undefined && { schedule }),
    ...((add_hosts ?? remove_hosts) && { hosts: changeMembers(hosts, add_hosts, remove_hosts) }),
    ...((add_groups ?? remove_groups) && {
      groups: changeMembers(groups, add_groups, remove_groups),
    }),
    ...(patch.params !== undefined && { params: mergeParams(params, patch.params) }),
  };
}

function changeMembers(
  current: readonly number[],
  added: readonly number[] = [],
  removed: readonly number[] = [],
): number[] {
  const members = new Set([...current, ...added]);
  for (const id of removed) members.delete(id);
  return [...members];
}

/** Sets params, and removes those that are null, as a JSON merge patch does (RFC 7396). No params are null. */
function mergeParams(current: Params, patch: Params): Params {
  if (patch === null) return null;
  const merged = Object.entries({ ...current, ...patch }).filter(([, value]) => value !== null);
  return merged.length === 0 ? null : Object.fromEntries(merged);
}
