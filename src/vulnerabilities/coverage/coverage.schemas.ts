import { z } from 'zod';
import { Timestamp } from '../../http/common.js';

const State = z.enum(['matched', 'partly', 'not_matched', 'not_applicable']);
const Reason = z
  .enum([
    'no_data',
    'unsupported_system',
    'unreadable',
    'not_collected',
    'no_result',
    'checks_off',
    'other_publishers',
    'no_answer',
    'not_identified',
    'end_of_life',
    'custom_kernel',
  ])
  .nullable();

export const feedDateExample = {
  name: 'osv-debian' as const,
  data_from: 1_789_990_000,
  stale: false,
};

/** A feed that took part in matching. */
export const FeedDateResponse = z
  .object({
    name: z.string(),
    data_from: Timestamp.nullable().meta({ description: "date of the publisher's data" }),
    stale: z.boolean().meta({ description: 'older than FEED_STALE_DAYS' }),
  })
  .meta({ id: 'FeedDate', examples: [feedDateExample] });

const partExample = {
  state: 'matched' as const,
  reason: null,
  message: null,
  feeds: [feedDateExample],
};

const CoveragePartResponse = z
  .object({
    state: State,
    reason: Reason,
    message: z.string().nullable().meta({ description: 'a sentence with the remedy' }),
    feeds: z.array(FeedDateResponse),
    packages_not_matched: z
      .object({
        count: z.int(),
        vendors: z.array(z.object({ name: z.string(), count: z.int() })),
        packages: z
          .array(z.object({ name: z.string(), version: z.string(), vendor: z.string() }))
          .meta({ description: 'the first 20 by name' }),
      })
      .optional()
      .meta({
        description:
          'packages of other publishers, or of unknown module streams, that no data covers; absent: none is known',
      }),
    verdicts: z
      .object({
        matched: z.int(),
        other_vendor: z.int(),
        unknown_origin: z.int(),
        no_data: z.int(),
        end_of_life: z.int(),
      })
      .optional()
      .meta({
        description:
          'numbers of packages of one host: each has exactly one verdict; absent: not counted',
      }),
    support: z
      .object({
        system: z.string().nullable(),
        state: z.enum(['supported', 'end_of_life', 'rolling', 'unknown']),
        until: z.string().nullable().meta({ description: 'the last day with security updates' }),
        extended_until: z
          .string()
          .nullable()
          .meta({ description: 'the last day of support for which a subscription is needed' }),
      })
      .optional()
      .meta({ description: 'of packages: whether their system still gets security updates' }),
    products: z
      .array(z.object({ name: z.string(), cves: z.int(), without_data: z.int() }))
      .optional()
      .meta({
        description:
          'CVEs of the last 12 months that name programs of a host, and those of them without product data',
      }),
  })
  .meta({ id: 'CoveragePart', examples: [partExample] });

export const coverageExample = {
  packages: partExample,
  services: {
    state: 'not_matched' as const,
    reason: 'no_data' as const,
    message: 'No vulnerability data for services: run `hostwarden feed update`.',
    feeds: [],
  },
};

/** The coverage of one host. */
export const CoverageResponse = z
  .object({ packages: CoveragePartResponse, services: CoveragePartResponse })
  .meta({ id: 'Coverage', examples: [coverageExample] });

export const notCheckedExample = {
  state: 'not_matched' as const,
  reason: 'no_data' as const,
  message: 'No vulnerability data for Debian 10: run `hostwarden feed update`.',
  hosts: 2,
};

const PartCountsResponse = z.object({
  matched: z.int(),
  partly: z.int(),
  not_matched: z.int(),
  not_applicable: z.int(),
});

/** Examples of counts: of a fleet, and of a scan, which collects no packages. */
export const coverageCountsExamples = {
  fleet: {
    packages: { matched: 38, partly: 0, not_matched: 2, not_applicable: 0 },
    services: { matched: 40, partly: 0, not_matched: 0, not_applicable: 0 },
  },
  scan: {
    packages: { matched: 0, partly: 0, not_matched: 0, not_applicable: 2 },
    services: { matched: 1, partly: 0, not_matched: 1, not_applicable: 0 },
  },
};

/** Numbers of hosts by the state of their packages, and of their services at ports. */
export const CoverageCountsResponse = z
  .object({ packages: PartCountsResponse, services: PartCountsResponse })
  .meta({
    id: 'CoverageCounts',
    description: 'numbers of hosts by the state of their packages, and of their services at ports',
    examples: [coverageCountsExamples.fleet],
  });

/** Why hosts of a task were not checked. */
export const NotCheckedResponse = z
  .object({ state: State, reason: Reason, message: z.string(), hosts: z.int() })
  .meta({ id: 'NotChecked', examples: [notCheckedExample] });

/** How many hosts of a selection were not checked, and why. */
export const NotCheckedHostsResponse = z
  .object({
    hosts: z.int().meta({
      description: 'those whose packages or ports were not fully checked',
    }),
    total: z.int().meta({ description: 'all hosts of the selection' }),
    unanswered_addresses: z.int().meta({
      description: 'addresses of scanned ranges at which no host is known; no part of `total`',
    }),
    coverage: CoverageCountsResponse,
    reasons: z.record(z.string(), z.int()).meta({ description: 'hosts by reason' }),
    details: z.array(NotCheckedResponse).meta({
      description: 'those of the most hosts first; a host may have two',
    }),
  })
  .meta({
    id: 'NotCheckedHosts',
    examples: [
      {
        hosts: 2,
        total: 40,
        unanswered_addresses: 0,
        coverage: coverageCountsExamples.fleet,
        reasons: { no_data: 2 },
        details: [notCheckedExample],
      },
    ],
  });
