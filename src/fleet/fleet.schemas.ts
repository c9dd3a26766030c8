import { z } from 'zod';
import { paging, queryNumber, Timestamp } from '../http/common.js';
import { FEED_NAMES } from '../feeds/feeds.catalog.js';
import { SEVERITIES, type FeedName } from '../knowledge/records.js';
import { mapSeverities } from '../vulnerabilities/severity.js';
import {
  coverageCountsExamples,
  CoverageCountsResponse,
  FeedDateResponse,
  NotCheckedResponse,
  feedDateExample,
  notCheckedExample,
} from '../vulnerabilities/coverage/coverage.schemas.js';
import { FindingQuery } from '../vulnerabilities/vulnerabilities.schemas.js';
import {
  remediationExample,
  RemediationResponse,
} from '../vulnerabilities/remediations/remediation.schemas.js';

const Severity = z.enum(SEVERITIES);
const text = z.string().nullable();
const count = z.int();
const risk = z.number().meta({ description: '0 to 100, of all its findings together' });
const host = { host_id: z.int(), ip: z.string(), name: z.string() };
const hostExample = { host_id: 7, ip: '192.0.2.10', name: 'web-1' };

/** Numbers of findings by severity. */
export const BySeverity = z.object(mapSeverities(() => z.int()));
/** An example of it. */
export const bySeverityExample = { critical: 1, high: 12, medium: 30, low: 7, none: 0, unknown: 0 };

/** Filters, format and paging of remediations. */
export const RemediationQuery = z.strictObject({
  host_id: queryNumber(0, 1e15).optional(),
  group_id: queryNumber(0, 1e15).optional(),
  severity: Severity.optional().meta({
    description: 'at least one of its findings has this severity or a higher one',
  }),
  ...FindingQuery.pick({ kev: true, package: true, q: true, fixable: true, epss_min: true }).shape,
  format: z
    .enum(['json', 'sh'])
    .default('json')
    .meta({ description: '`sh`: a shell script with the commands for one host; needs `host_id`' }),
  ...paging,
});

const taskExample = {
  task_id: 12,
  number_task: 'TASK-00012',
  template_id: 3,
  template: 'nightly',
  status: 'completed',
  finished_at: 1_790_000_600,
  hosts_total: 40,
  hosts_done: 40,
  error: null,
};

const SummaryTask = z.object({
  task_id: z.int(),
  number_task: z.string(),
  template_id: z.int(),
  template: text.meta({ description: 'its name; null: it was deleted' }),
  status: z.string(),
  finished_at: Timestamp.nullable(),
  hosts_total: count,
  hosts_done: count,
  error: text,
});

const changeCount = (what: string, days: number): z.ZodInt =>
  z.int().meta({
    description: `findings that ${what} today or on the ${days - 1} UTC days before, on all hosts`,
  });

const CausesResponse = z.object({
  total: count.meta({ description: 'also those whose cause was not stored' }),
  target: count,
  knowledge: count,
  both: count,
});
const SinceResponse = z.object({
  from: Timestamp.meta({ description: 'the begin of the UTC day of `since`' }),
  new: CausesResponse,
  fixed: CausesResponse,
});

/** The state of the fleet at a glance. */
export const SummaryResponse = z
  .object({
    hosts: z.object({
      total: count,
      by_status: z.object({ online: count, offline: count, unknown: count }),
      not_checked: count.meta({
        description: 'hosts whose packages or ports were not fully checked',
      }),
      coverage: CoverageCountsResponse,
      not_checked_reasons: z.array(NotCheckedResponse).meta({
        description: 'those of the most hosts first; a host may have two',
      }),
      unanswered_addresses: count.meta({
        description:
          'addresses of scanned ranges at which nothing ever answered; they are no hosts, and no part of `total`',
      }),
      ending_support: z
        .array(z.object({ system: z.string(), until: z.string(), hosts: count }))
        .meta({ description: 'systems that get security updates for at most 90 more days' }),
    }),
    findings: z.object({
      open: count.meta({ description: 'neither accepted nor rated unimportant' }),
      by_severity: BySeverity,
      known_exploited: count,
      accepted: count,
      new_7d: changeCount('appeared', 7),
      fixed_7d: changeCount('disappeared', 7),
      new_30d: changeCount('appeared', 30),
      fixed_30d: changeCount('disappeared', 30),
      since: SinceResponse.optional().meta({ description: 'only with `since`' }),
    }),
    worst_hosts: z
      .array(
        z.object({
          ...host,
          risk,
          open: count,
          by_severity: BySeverity,
          known_exploited: count,
          checked: z.boolean().meta({
            description: 'false: it has no finding, but nothing of it was checked',
          }),
        }),
      )
      .meta({ description: 'the first 20 of GET /hosts?sort=risk' }),
    remediations: z
      .array(RemediationResponse)
      .meta({ description: 'the first 5 of GET /remediations' }),
    feeds: z
      .array(
        z.object({
          ...FeedDateResponse.shape,
          name: z.enum(FEED_NAMES as [FeedName, ...FeedName[]]),
          needed: z.boolean().meta({ description: 'hosts are matched with it' }),
          stale: z.boolean().meta({ description: 'needed, and older than FEED_STALE_DAYS' }),
          status: z.enum(['empty', 'ready', 'updating', 'failed']),
          error: z.string().nullable().meta({
            description: 'why the last update failed; the previous data stays active',
          }),
        }),
      )
      .meta({ description: 'those that are loaded, needed or failed' }),
    acceptances: z.object({
      ending_14d: count.meta({ description: 'active ones that end within 14 days' }),
    }),
    agents: z.object({
      online: count,
      offline: count,
      none: count,
      identity_conflicts: z.array(z.object(host)).meta({
        description:
          'hosts whose agent had a report of another machine with its identity refused in the last 7 days; at most 20',
      }),
    }),
    tasks: z.object({
      working: count,
      failed_24h: count,
      last: z.array(SummaryTask).meta({ description: 'the newest 5' }),
    }),
    schedules: z.object({
      next: z.array(z.object({ template_id: z.int(), name: z.string(), at: Timestamp })),
      missed_24h: count.meta({ description: 'due starts without a task' }),
    }),
  })
  .meta({
    id: 'Summary',
    examples: [
      {
        hosts: {
          total: 40,
          by_status: { online: 38, offline: 2, unknown: 0 },
          not_checked: 2,
          coverage: coverageCountsExamples.fleet,
          not_checked_reasons: [notCheckedExample],
          unanswered_addresses: 0,
          ending_support: [{ system: 'Fedora 43', until: '2026-12-09', hosts: 2 }],
        },
        findings: {
          open: 50,
          by_severity: bySeverityExample,
          known_exploited: 1,
          accepted: 3,
          new_7d: 4,
          fixed_7d: 21,
          new_30d: 30,
          fixed_30d: 64,
        },
        worst_hosts: [
          {
            ...hostExample,
            risk: 97.8,
            open: 50,
            by_severity: bySeverityExample,
            known_exploited: 1,
            checked: true,
          },
        ],
        remediations: [remediationExample],
        feeds: [
          {
            ...feedDateExample,
            needed: true,
            status: 'ready' as const,
            error: null,
          },
        ],
        acceptances: { ending_14d: 1 },
        agents: { online: 30, offline: 2, none: 8, identity_conflicts: [hostExample] },
        tasks: { working: 0, failed_24h: 0, last: [taskExample] },
        schedules: {
          next: [{ template_id: 3, name: 'nightly', at: 1_790_086_400 }],
          missed_24h: 0,
        },
      },
    ],
  });
export type SummaryBody = z.infer<typeof SummaryResponse>;
