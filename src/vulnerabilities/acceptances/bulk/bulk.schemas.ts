import { z } from 'zod';
import { Id, Name, Search } from '../../../http/common.js';
import { SEVERITIES } from '../../../knowledge/records.js';
import { Time } from '../../../schedules/times.schemas.js';
import { AcceptanceRequest } from '../acceptances.schemas.js';
import { MAX_BULK_ACCEPTANCES } from './bulk.js';

const VulnerabilityId = z.string().min(1).max(255);

/** The filter of open findings in a body, with the names of the query of the list. */
const FindingFilterBody = z
  .strictObject({
    severity: z.enum(SEVERITIES).optional().meta({ description: 'minimum severity' }),
    severity_max: z.enum(SEVERITIES).optional().meta({ description: 'maximum severity' }),
    kev: z.boolean().optional(),
    package: Search.optional(),
    group_id: Id.optional(),
    host_id: Id.optional(),
    unimportant: z.boolean().optional(),
    q: Search.optional(),
    fixable: z.boolean().optional(),
    epss_min: z.number().min(0).max(1).optional(),
    since: Time.optional(),
    until: Time.optional(),
    vulnerability_ids: z.array(VulnerabilityId).min(1).max(MAX_BULK_ACCEPTANCES).optional(),
  })
  .meta({ id: 'FindingFilter', examples: [{ package: 'openssl', severity: 'low' }] });

const FindingName = z
  .strictObject({
    vulnerability_id: VulnerabilityId,
    host_id: Id,
    package: Name.nullish(),
    port: z.int().min(1).max(65_535).nullish().meta({ description: 'only without a package' }),
    transport: z.enum(['tcp', 'udp']).nullish(),
  })
  .transform(({ package: name = null, port = null, transport = null, ...finding }) => ({
    ...finding,
    package: name,
    port: name === null ? port : null,
    transport: name === null ? transport : null,
  }));

const ONE_SELECTION = 'exactly one of findings, vulnerability_ids and filter';
const single = AcceptanceRequest.shape;

/** The request for many acceptances. */
export const BulkAcceptanceRequest = z
  .strictObject({
    findings: z
      .array(FindingName)
      .min(1)
      .max(MAX_BULK_ACCEPTANCES)
      .optional()
      .meta({ description: ONE_SELECTION }),
    vulnerability_ids: z.array(VulnerabilityId).min(1).max(MAX_BULK_ACCEPTANCES).optional(),
    filter: FindingFilterBody.optional(),
    reason: single.reason,
    until: single.until,
    justification: single.justification,
    host_id: single.host_id.meta({
      description:
        'at most one of host_id, group_id and all_hosts: the acceptances are about these hosts, and ' +
        'only their findings are selected; absent: each is about the host of its finding',
    }),
    group_id: single.group_id,
    all_hosts: single.all_hosts,
    all_places: single.all_places.meta({
      description: 'everywhere on the hosts; absent: in the package or on the port of the finding',
    }),
    dry_run: z.boolean().default(false).meta({ description: 'stores nothing' }),
    expected: z.int().min(0, 'must not be negative').optional().meta({
      description:
        '`findings` of a dry run: if the number differs now, nothing is stored; needed with `filter`',
    }),
  })
  .refine(
    ({ findings, vulnerability_ids, filter }) =>
      [findings, vulnerability_ids, filter].filter((given) => given !== undefined).length === 1,
    `must have ${ONE_SELECTION}`,
  )
  .refine((body) => body.filter === undefined || body.dry_run || body.expected !== undefined, {
    path: ['expected'],
    message: 'is required with filter',
  })
  .meta({
    id: 'BulkAcceptance',
    examples: [
      {
        filter: { package: 'openssl', severity: 'low' },
        reason: 'Reachable from the office only',
        until: '2027-01-31T00:00:00Z',
        expected: 37,
      },
    ],
  });
export type BulkAcceptanceBody = z.output<typeof BulkAcceptanceRequest>;

/** The acceptances that were stored, or would be. */
export const BulkAcceptanceResponse = z
  .object({
    dry_run: z.boolean(),
    findings: z.int().meta({ description: 'open findings that the acceptances cover' }),
    hosts: z.int().meta({ description: 'hosts that have these findings' }),
    acceptances: z.int(),
    max_acceptances: z.int().meta({ description: 'more are refused' }),
    ids: z.array(z.int()).meta({ description: 'of the acceptances; empty after a dry run' }),
  })
  .meta({
    id: 'BulkAcceptanceResult',
    examples: [
      {
        dry_run: true,
        findings: 37,
        hosts: 12,
        acceptances: 25,
        max_acceptances: MAX_BULK_ACCEPTANCES,
        ids: [],
      },
    ],
  });
