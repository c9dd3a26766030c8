import { z } from 'zod';
import { Timestamp } from '../../http/common.js';

const State = z.enum(['matched', 'partly', 'not_matched', 'not_applicable']);
const Reason = z
  .enum(['no_data', 'unsupported_system', 'unreadable', 'not_collected', 'no_result', 'checks_off'])
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

/** Why hosts of a task were not checked. */
export const NotCheckedResponse = z
  .object({ state: State, reason: Reason, message: z.string(), hosts: z.int() })
  .meta({ id: 'NotChecked', examples: [notCheckedExample] });

/** How many hosts of a selection were not checked, and why. */
export const NotCheckedHostsResponse = z
  .object({
    hosts: z.int().meta({ description: 'those that were not, or not wholly, checked' }),
    total: z.int().meta({ description: 'all hosts of the selection' }),
    unanswered_addresses: z.int().meta({
      description: 'addresses of scanned ranges at which no host is known; no part of `total`',
    }),
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
        reasons: { no_data: 2 },
        details: [notCheckedExample],
      },
    ],
  });
