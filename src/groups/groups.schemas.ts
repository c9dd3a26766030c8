import { z } from 'zod';
import {
  Description,
  Ids,
  ignored,
  MAX_MEMBERS_PER_REQUEST,
  Name,
  PathId,
  Timestamp,
} from '../http/common.js';

export const GroupResponse = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    host_ids: z.array(z.int()),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({
    id: 'Group',
    examples: [
      {
        id: 1,
        name: 'rack 1',
        description: '',
        host_ids: [7],
        created_at: 1_790_000_000,
        updated_at: 1_790_000_000,
      },
    ],
  });
export const NewGroup = z
  .strictObject({ name: Name, description: Description.optional(), host_ids: Ids().optional() })
  .meta({ id: 'NewGroup', examples: [{ name: 'rack 1', host_ids: [7] }] });
export const GroupChange = z
  .strictObject({
    name: Name.optional(),
    description: Description.optional(),
    host_ids: Ids().optional(),
    id: ignored,
    created_at: ignored,
    updated_at: ignored,
  })
  .nullish()
  .transform((c) => ({ name: c?.name, description: c?.description, host_ids: c?.host_ids }))
  .meta({ id: 'GroupChange', examples: [{ name: 'rack 2' }] });
const HostIds = Ids(MAX_MEMBERS_PER_REQUEST).optional();
export const GroupPatch = z
  .strictObject({
    name: Name.optional(),
    description: Description.optional(),
    add_host_ids: HostIds,
    remove_host_ids: HostIds,
  })
  .meta({ id: 'GroupPatch', examples: [{ add_host_ids: [7, 8], remove_host_ids: [9] }] });
export type GroupPatch = z.output<typeof GroupPatch>;
export const MemberParams = z.object({ id: PathId, host_id: PathId });
