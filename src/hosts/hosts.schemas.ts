import { z } from 'zod';
import { Search } from '../http/common.js';
import { canonicalIp, parseIpFilter } from './addresses.js';

/** An IP address in a body, converted to its canonical form. */
export const Ip = z
  .string()
  .max(64, 'must be an IPv4 or IPv6 address')
  .transform((text, issues): string => {
    const ip = canonicalIp(text);
    if (ip !== null) return ip;
    issues.addIssue({
      code: 'custom',
      message: 'must be an IPv4 or IPv6 address (without a zone id)',
    });
    return z.NEVER;
  })
  .meta({ examples: ['192.0.2.10'] });

/** The `ip` filter: an address, a CIDR block, or an IPv4 prefix ending in a dot. */
export const IpFilterText = z
  .string()
  .max(64, 'is too long')
  .transform((text, issues) => {
    const filter = parseIpFilter(text);
    if (filter !== null) return filter;
    issues.addIssue({
      code: 'custom',
      message:
        'must be an IP address, a CIDR block without host bits, or an IPv4 prefix ending in a dot (10.0.)',
    });
    return z.NEVER;
  });

/** The orders of lists of hosts. Without one they are by id. */
export const HostSort = z.enum(['risk', '-risk']).meta({
  description: '`risk`: highest risk first; `-risk`: lowest first; default: by id',
});

const LIST_SORTS = ['risk', 'open', 'name', 'address', 'last_seen', 'system'] as const;
type ListSort = (typeof LIST_SORTS)[number];
/** The orders of lists of hosts in API version 2. */
export const HostListSort = z
  .enum(LIST_SORTS.flatMap((by) => [by, `-${by}`] as const) as [ListSort, `-${ListSort}`])
  .transform((sort) => ({
    by: sort.replace('-', '') as ListSort,
    isReversed: sort.startsWith('-'),
  }))
  .meta({
    override: { type: 'string', enum: LIST_SORTS.flatMap((by) => [by, `-${by}`]) },
    description:
      '`risk` and `open`: highest first; `last_seen`: newest first; a leading `-` reverses the order; ' +
      'default: by id',
  });

export const NameFilter = Search.transform((s) => s.toLowerCase());
