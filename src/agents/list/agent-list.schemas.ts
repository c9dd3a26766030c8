import { z } from 'zod';
import { Meta, paging, queryBoolean, Search, Timestamp } from '../../http/common.js';
import { OperationResponse } from '../operations/operations.schemas.js';

const AGENT_SORTS = ['name', 'address', 'state', 'version', 'last_seen'] as const;
type Sort = (typeof AGENT_SORTS)[number];

export const AgentListQuery = z.strictObject({
  q: Search.optional().meta({ description: 'substring of name or address' }),
  state: z
    .enum(['online', 'offline', 'none'])
    .optional()
    .meta({ description: '`none`: hosts without an agent; default: all hosts with one' }),
  outdated: queryBoolean
    .optional()
    .meta({ description: 'whether the version differs from that of the service' }),
  sort: z
    .enum(AGENT_SORTS.flatMap((sort) => [sort, `-${sort}`] as const) as [Sort, `-${Sort}`])
    .default('name')
    .meta({ description: 'a leading `-` reverses the order' }),
  ...paging,
});
export type AgentListQuery = z.output<typeof AgentListQuery>;

export const AgentListItem = z
  .object({
    host_id: z.int(),
    ip: z.string(),
    name: z.string(),
    state: z.enum(['none', 'online', 'offline']),
    version: z.string().nullable(),
    outdated: z.boolean(),
    os_family: z.enum(['linux', 'windows']).nullable(),
    service_manager: z.enum(['systemd', 'openrc', 'cron', 'windows']).nullable(),
    installed_at: Timestamp.nullable(),
    last_seen: Timestamp.nullable().meta({ description: 'the last check-in' }),
    operation: OperationResponse.nullable().meta({ description: 'the last operation' }),
  })
  .meta({
    id: 'AgentListItem',
    examples: [
      {
        host_id: 7,
        ip: '192.0.2.10',
        name: 'web-1',
        state: 'online',
        version: '0.2.0',
        outdated: false,
        os_family: 'linux',
        service_manager: 'systemd',
        installed_at: 1_790_000_002,
        last_seen: 1_790_000_500,
        operation: null,
      },
    ],
  });

export const AgentListResponse = z.object({
  data: z.array(AgentListItem),
  meta: Meta.extend({
    version: z.string().meta({ description: 'the version that an update installs' }),
  }),
});
