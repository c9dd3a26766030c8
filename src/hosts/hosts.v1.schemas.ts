import { z } from 'zod';
import { Description, ignored, Name, Timestamp } from '../http/common.js';
import { inventoryExamples, InventoryV1 } from './hosts.inventory.schemas.js';
import { Ip } from './hosts.schemas.js';

const common = {
  ip: z.string(),
  name: z.string(),
  description: z.string(),
  group_ids: z.array(z.int()),
  template_ids: z.array(z.int()),
  inventory: InventoryV1.nullable(),
};
const example = {
  ip: '192.0.2.10',
  name: 'web-1',
  description: '',
  group_ids: [1],
  template_ids: [3],
  inventory: inventoryExamples.v1,
};
export const HostV1 = z
  .object({ id: z.int(), create_at: Timestamp, update_at: Timestamp, ...common })
  .meta({
    id: 'HostV1',
    examples: [{ id: 7, create_at: 1_790_000_000, update_at: 1_790_000_000, ...example }],
  });
/** A host in a list. */
export const HostV1Item = z
  .object({ ID: z.int(), CreatedAt: Timestamp, UpdatedAt: Timestamp, ...common })
  .meta({
    id: 'HostV1Item',
    examples: [{ ID: 7, CreatedAt: 1_790_000_000, UpdatedAt: 1_790_000_000, ...example }],
  });

export const NewHostV1 = z
  .strictObject({ ip: Ip, name: Name.optional(), description: Description.optional() })
  .transform((h) => ({ ip: h.ip, name: h.name ?? h.ip, description: h.description ?? '' }))
  .meta({
    id: 'NewHostV1',
    examples: [{ ip: '192.0.2.10', name: 'web-1', description: 'rack 1, server room' }],
  });
const change = {
  ip: Ip.optional(),
  name: Name.optional(),
  description: Description.optional(),
  group_ids: ignored,
  template_ids: ignored,
  inventory: ignored,
};
const readOnly = { id: ignored, create_at: ignored, update_at: ignored };
const readOnlyInLists = { ID: ignored, CreatedAt: ignored, UpdatedAt: ignored };
export const HostV1Change = z
  .strictObject({ ...change, ...readOnly, ...readOnlyInLists })
  .nullish()
  .transform((c) => ({ ip: c?.ip, name: c?.name, description: c?.description }))
  .meta({
    id: 'HostV1Change',
    // Generated clients cannot hold two names that differ by case only: a host of a list is a separate form.
    oneOf: [
      z.strictObject({ ...change, ...readOnly }),
      z.strictObject({ ...change, ...readOnlyInLists, ID: z.unknown() }),
      z.null(),
    ],
    examples: [{ name: 'web-1' }],
  });
