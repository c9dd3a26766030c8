import { z } from 'zod';
import { queryNumber } from '../../http/common.js';
import { MAX_HISTORY_DAYS } from '../../vulnerabilities/ledger/days.js';
import { BySeverity, bySeverityExample } from '../fleet.schemas.js';

/** Selects a part of the history. */
export const HistoryQuery = z.strictObject({
  days: queryNumber(1, MAX_HISTORY_DAYS)
    .default(90)
    .meta({ description: 'at most this many days, today included' }),
  group_id: queryNumber(0, 1e15)
    .optional()
    .meta({ description: 'the hosts that were in this group on each day' }),
  template_id: queryNumber(0, 1e15).optional().meta({
    description:
      'the findings of its tasks (the newest 1,000): after the last one of each day; not with `group_id`',
  }),
});

const nullableCount = z.int().nullable();

const ChangeCountsResponse = z
  .object({
    total: z.int().meta({ description: 'also those whose cause was not stored' }),
    target: z.int().meta({ description: 'the host changed' }),
    knowledge: z
      .int()
      .meta({ description: 'the vulnerability database or the rules of matching changed' }),
    both: z.int().meta({ description: 'both changed between two matches of a host' }),
  })
  .nullable();

/** One day of the history. */
export const HistoryDayResponse = z
  .object({
    date: z.string().meta({ description: 'the UTC day', examples: ['2026-11-23'] }),
    hosts: nullableCount.meta({
      description: 'without addresses that never answered; null: the day was not recorded',
    }),
    hosts_checked: nullableCount.meta({
      description: 'hosts whose packages were read, or whose ports were scanned, on this day',
    }),
    open: nullableCount.meta({
      description:
        'neither accepted nor rated unimportant, at the end of the day, or now; ' +
        'null: no host was checked and nothing changed',
    }),
    by_severity: BySeverity.nullable(),
    known_exploited: nullableCount.meta({ description: 'null with `template_id`' }),
    accepted: nullableCount,
    new: ChangeCountsResponse.meta({ description: 'findings that appeared' }),
    fixed: ChangeCountsResponse.meta({ description: 'findings that disappeared' }),
  })
  .meta({
    id: 'HistoryDay',
    examples: [
      {
        date: '2026-11-23',
        hosts: 40,
        hosts_checked: 38,
        open: 50,
        by_severity: bySeverityExample,
        known_exploited: 1,
        accepted: 3,
        new: { total: 4, target: 1, knowledge: 3, both: 0 },
        fixed: { total: 21, target: 21, knowledge: 0, both: 0 },
      },
    ],
  });
