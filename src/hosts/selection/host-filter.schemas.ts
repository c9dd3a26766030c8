import { z } from 'zod';
import { Id, IdsBody, queryBoolean, queryIds, queryNumber, Search } from '../../http/common.js';
import { parseRequest } from '../../http/zod.js';
import { IpFilterText, NameFilter } from '../hosts.schemas.js';
import type { SelectedHosts } from './host-selection.js';

const Severity = z
  .enum(['critical', 'high', 'medium', 'low', 'none', 'unknown'])
  .meta({ description: 'hosts with an open finding of this severity or a higher one' });
const Text = Search.transform((text) => text.toLowerCase());

/** The filters that a query and a body have in common; `group_id` and `kev` differ by their encoding. */
const filters = {
  current_ip: IpFilterText.optional(),
  hostname: NameFilter.optional(),
  q: Text.optional().meta({ description: 'substring of name or address' }),
  status: z.enum(['unknown', 'online', 'offline']).optional(),
  system: Text.optional().meta({ description: "substring of the operating system's name" }),
  agent: z.enum(['online', 'offline', 'none']).optional(),
  severity: Severity.optional(),
  unanswered: z
    .enum(['false', 'true', 'all'])
    .optional()
    .meta({
      description:
        'addresses of ranges at which nothing ever answered: `false` (default) leaves them out, `true` lists ' +
        'only them, `all` lists hosts and addresses; an `id` is found in any case',
    }),
  coverage: z
    .enum(['checked', 'not_checked'])
    .optional()
    .meta({ description: 'as `not_checked` of the summary counts' }),
};
const KEV = { description: 'whether a known exploited vulnerability is open' };

export const hostQueryFilters = {
  ...filters,
  id: queryNumber(0, 1e15).optional(),
  ids: queryIds.optional().meta({ description: 'any of these', examples: ['7,8'] }),
  group_id: queryNumber(0, 1e15).optional(),
  kev: queryBoolean.optional().meta(KEV),
};

/** The filter of hosts in a body, with the names of the query of the list. */
const HostFilterBody = z
  .strictObject({ ...filters, group_id: Id.optional(), kev: z.boolean().optional().meta(KEV) })
  .meta({ id: 'HostFilter', examples: [{ status: 'offline', agent: 'none' }] });

export const Expected = z
  .int()
  .min(0, 'must not be negative')
  .meta({ description: 'the number of hosts that must match; otherwise nothing changes' });

/** Splits a filter into columns of hosts, and what is known about their findings. */
export function toSelectedHosts({
  current_ip: ip,
  hostname: name,
  severity,
  kev,
  coverage,
  ...columns
}: z.output<typeof HostFilterBody> & {
  id?: number | undefined;
  ids?: number[] | undefined;
}): SelectedHosts {
  return { filter: { ip, name, ...columns }, findings: { severity, kev, coverage } };
}

/** The fields of a request about the hosts that a filter matches. */
export const selectionFields = {
  filter: HostFilterBody.transform(toSelectedHosts),
  expected: Expected,
};

/** A body of one of two shapes: the second one if it has the field `filter`. The errors are those of that shape. */
export const orByFilter = <A, B>(byIds: z.ZodType<A>, byFilter: z.ZodType<B>, examples: object[]) =>
  z
    .unknown()
    .transform((body, issues): A | B => {
      const isObject = typeof body === 'object' && body !== null;
      const hasFilter = isObject && Object.hasOwn(body, 'filter'); // arrays inherit one
      const parsed = parseRequest<A | B>(hasFilter ? byFilter : byIds, body);
      if (parsed.success) return parsed.data;
      for (const issue of parsed.error.issues) issues.addIssue({ ...issue });
      return z.NEVER;
    })
    .meta({ oneOf: [byIds, byFilter], examples });

/** The body of a bulk delete of hosts. */
export const DeleteHostsBody = orByFilter(IdsBody, z.strictObject(selectionFields), [
  { ids: [7, 8] },
  { filter: { status: 'offline' }, expected: 2 },
]);
