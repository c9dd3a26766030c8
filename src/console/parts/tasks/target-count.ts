import { plural } from '../text/plural.js';

/** Returns `3 hosts`; `14 addresses` where a template searches ranges: not each of them has a host. */
export const targetCount = (count: number, params: Record<string, unknown> | null): string =>
  params?.['ranges'] === undefined ? plural(count, 'host') : plural(count, 'address', 'addresses');
