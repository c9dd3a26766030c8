import { z } from 'zod';
import { Description, ignored, Ids, Meta, Name, Timestamp } from '../http/common.js';
import { InventoryDetail, inventoryExamples, InventoryV2 } from './hosts.inventory.schemas.js';
import { Ip } from './hosts.schemas.js';

const common = {
  id: z.int(),
  current_ip: z.string(),
  hostname: z.string(),
  status: z.enum(['unknown', 'online', 'offline']),
  description: z.string(),
  group_ids: z.array(z.int()),
  last_seen: Timestamp.nullable(),
  unanswered: z.boolean().meta({
    description: 'whether this is only an address of a range, at which nothing ever answered',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
};
const example = {
  id: 7,
  current_ip: '192.0.2.10',
  hostname: 'web-1',
  status: 'online',
  description: '',
  group_ids: [1],
  last_seen: 1_790_000_500,
  unanswered: false,
  created_at: 1_790_000_000,
  updated_at: 1_790_000_000,
};
// CoveragePart of the vulnerabilities, which are a higher layer.
const CoverageOfPart = z.object({
  state: z.enum(['matched', 'partly', 'not_matched', 'not_applicable']),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  feeds: z.array(
    z.object({ name: z.string(), data_from: Timestamp.nullable(), stale: z.boolean() }),
  ),
  packages_not_matched: z
    .object({
      count: z.int(),
      vendors: z.array(z.object({ name: z.string(), count: z.int() })),
      packages: z.array(z.object({ name: z.string(), version: z.string(), vendor: z.string() })),
    })
    .optional(),
  verdicts: z
    .object({
      matched: z.int(),
      other_vendor: z.int(),
      unknown_origin: z.int(),
      no_data: z.int(),
      end_of_life: z.int(),
    })
    .optional(),
  support: z
    .object({
      system: z.string().nullable(),
      state: z.enum(['supported', 'end_of_life', 'rolling', 'unknown']),
      until: z.string().nullable(),
      extended_until: z.string().nullable(),
    })
    .optional(),
  products: z
    .array(z.object({ name: z.string(), cves: z.int(), without_data: z.int() }))
    .optional(),
});
const CoverageOfHost = z.object({ packages: CoverageOfPart, services: CoverageOfPart });
const withRisk = { description: 'only with `include=risk`' };
const riskFields = {
  risk: z.number().optional().meta({ description: '0 to 100; only with `include=risk`' }),
  open: z.int().optional().meta({
    description: 'findings that are neither accepted nor unimportant; only with `include=risk`',
  }),
  by_severity: z.record(z.string(), z.int()).optional().meta(withRisk),
  known_exploited: z.int().optional().meta(withRisk),
  agent: z
    .object({ state: z.enum(['none', 'online', 'offline']), version: z.string().nullable() })
    .optional()
    .meta(withRisk),
  group_names: z.array(z.string()).optional().meta({
    description: 'in the order of `group_ids`; only with `include=risk`, of a host in a group',
  }),
  coverage: CoverageOfHost.optional().meta(withRisk),
};
export const HostV2 = z
  .object({
    ...common,
    ...riskFields,
    inventory: InventoryV2.optional().meta({ description: 'absent until an inventory is stored' }),
  })
  .meta({ id: 'Host', examples: [{ ...example, inventory: inventoryExamples.v2 }] });
const HostsByState = z.object({
  matched: z.int(),
  partly: z.int(),
  not_matched: z.int(),
  not_applicable: z.int(),
});
// NotCheckedHosts of the vulnerabilities, which are a higher layer.
const NotCheckedHosts = z.object({
  hosts: z.int(),
  total: z.int(),
  unanswered_addresses: z.int(),
  coverage: z.object({ packages: HostsByState, services: HostsByState }),
  reasons: z.record(z.string(), z.int()),
  details: z.array(
    z.object({
      state: z.string(),
      reason: z.string().nullable(),
      message: z.string(),
      hosts: z.int(),
    }),
  ),
});
/** A page of hosts. */
export const HostListResponse = z.object({
  data: z.array(HostV2),
  meta: Meta.extend({
    not_checked: NotCheckedHosts.optional().meta({
      description: 'of the hosts of `group_id`, otherwise of all; only with `include=coverage`',
    }),
  }),
});
const uncollected = {
  state: 'not_matched' as const,
  reason: 'not_collected',
  message: null,
  feeds: [],
};
/** A host with the packages of its inventory, and what was checked of it. */
export const HostDetail = z
  .object({
    ...common,
    coverage: CoverageOfHost,
    inventory: InventoryDetail.optional().meta({
      description: 'absent until an inventory is stored',
    }),
  })
  .meta({
    id: 'HostCard',
    examples: [{ ...example, coverage: { packages: uncollected, services: uncollected } }],
  });

export const NewHostV2 = z
  .strictObject({
    current_ip: Ip,
    hostname: Name.optional(),
    description: Description.optional(),
    unanswered: z
      .boolean()
      .optional()
      .meta({
        description:
          '`true`: an address of a range to search; it is a host as soon as something answers there. ' +
          'With a name or a description it is a host at once',
      }),
  })
  .transform((h) => ({
    ip: h.current_ip,
    name: h.hostname ?? h.current_ip,
    description: h.description ?? '',
    unanswered: h.unanswered === true && h.hostname === undefined && h.description === undefined,
  }))
  .meta({
    id: 'NewHost',
    examples: [{ current_ip: '192.0.2.10', hostname: 'web-1', description: '' }],
  });
export const HostV2Change = z
  .strictObject({
    current_ip: Ip.optional(),
    hostname: Name.optional(),
    description: Description.optional(),
    group_ids: Ids().optional(),
    id: ignored,
    status: ignored,
    last_seen: ignored,
    unanswered: ignored,
    created_at: ignored,
    updated_at: ignored,
    inventory: ignored,
    coverage: ignored,
  })
  .nullish()
  .transform((c) => ({
    ip: c?.current_ip,
    name: c?.hostname,
    description: c?.description,
    group_ids: c?.group_ids,
  }))
  .meta({ id: 'HostChange', examples: [{ hostname: 'web-1', group_ids: [1, 2] }] });
