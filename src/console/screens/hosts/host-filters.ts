import type { ListSpec } from '../../app/list-address.js';
import { KEV_FILTER, SEVERITY_FILTER } from '../../parts/findings/finding-filters.js';
import { bothWays, type FilterChoice } from '../../parts/table/columns.js';

const same = (...values: readonly string[]): readonly (readonly [string, string])[] =>
  values.map((value) => [value, value]);

const FILTERS: readonly FilterChoice[] = [
  {
    name: 'coverage',
    label: 'Checked',
    options: [
      ['not_checked', 'not, or partly'],
      ['checked', 'wholly'],
    ],
  },
  SEVERITY_FILTER,
  KEV_FILTER,
  { name: 'status', label: 'Status', options: same('online', 'offline', 'unknown') },
  {
    name: 'unanswered',
    label: 'Addresses without an answer',
    options: [
      ['true', 'only these'],
      ['all', 'also these'],
    ],
  },
  { name: 'agent', label: 'Agent', options: same('online', 'offline', 'none') },
  { name: 'system', label: 'System' },
  { name: 'current_ip', label: 'Address or range' },
];

/** The filters of the list of hosts. */
export const hostFilters = (byGroup: FilterChoice): readonly FilterChoice[] => [
  ...FILTERS,
  byGroup,
];

/** The orders and filters in the address of the list of hosts. */
export const HOST_LIST: ListSpec = {
  sorts: bothWays('risk', 'open', 'name', 'address', 'last_seen', 'system'),
  filters: ['group_id', ...FILTERS.map(({ name }) => name)],
};
