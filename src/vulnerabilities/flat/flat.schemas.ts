import { z } from 'zod';
import { Meta, Timestamp } from '../../http/common.js';
import { Time } from '../../schedules/times.schemas.js';
import { NotCheckedHostsResponse } from '../coverage/coverage.schemas.js';
import { CAUSES } from '../ledger/cause.js';
import { findingExample, findingFields, FindingQuery } from '../vulnerabilities.schemas.js';
import { FINDING_STATES } from './flat-findings.js';

const Cause = z.enum(CAUSES);

/** Filters, order and paging of the findings of all hosts. */
export const FlatFindingQuery = FindingQuery.extend({
  state: z
    .enum(FINDING_STATES)
    .optional()
    .meta({
      description:
        '`open`: not accepted; `accepted`; `new` and `fixed`: what appeared and disappeared ' +
        'since `since`, as the summary and the history count it. Absent: all findings of now',
    }),
  since: Time.optional().meta({
    description:
      'first seen at this time or later; with `new` and `fixed` appeared or disappeared then, ' +
      'by default on the last 7 UTC days',
  }),
  until: Time.optional().meta({ description: 'before this time' }),
  cause: Cause.optional().meta({ description: 'of a change; only with `new` and `fixed`' }),
});

/** A finding of the list of all hosts. */
export const FlatFindingResponse = z
  .object({
    ...findingFields,
    first_seen: Timestamp.nullable().meta({ description: 'null: the host does not have it now' }),
    last_seen: Timestamp.nullable(),
    state: z
      .enum(['open', 'accepted', 'fixed'])
      .meta({ description: 'as of now; `fixed`: the host does not have it' }),
    changed_at: Timestamp.nullable().meta({
      description: 'when it appeared or disappeared; null without `state=new` or `fixed`',
    }),
    cause: Cause.nullable().meta({ description: 'why it appeared or disappeared' }),
  })
  .meta({
    id: 'FlatFinding',
    examples: [{ ...findingExample, state: 'open' as const, changed_at: null, cause: null }],
  });

/** Paging and coverage of the list. */
export const FlatMeta = Meta.extend({
  not_checked: NotCheckedHostsResponse,
  changes: z
    .object({
      since: Timestamp.meta({ description: 'of the request, or its default' }),
      known_since: Timestamp.meta({
        description: 'changes before it are not stored: 90 days ago, or the upgrade that began it',
      }),
    })
    .nullable()
    .meta({ description: 'null without `state=new` or `fixed`' }),
});
