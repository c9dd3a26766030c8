import { SEVERITIES } from '../../../knowledge/records.js';
import { bothWays, type FilterChoice } from '../table/columns.js';

/** Values of `sort` of lists of findings. */
export const FINDING_SORTS = bothWays(
  ...['risk', 'severity', 'epss', 'first_seen', 'host', 'package', 'last_seen', 'cvss_score'],
);

const YES_NO = [
  ['true', 'yes'],
  ['false', 'no'],
] as const;

/** The filter by the lowest severity. */
export const SEVERITY_FILTER: FilterChoice = {
  name: 'severity',
  label: 'Severity at least',
  options: SEVERITIES.map((name) => [name, name]),
};

/** The filter by the highest severity. */
export const SEVERITY_MAX_FILTER: FilterChoice = {
  ...SEVERITY_FILTER,
  name: 'severity_max',
  label: 'Severity at most',
  options: SEVERITIES.slice(1).map((name) => [name, name]),
};

/** The filter by whether it is known to be exploited. */
export const KEV_FILTER: FilterChoice = { name: 'kev', label: 'Exploited', options: YES_NO };

/** Filters of lists of findings and vulnerabilities. */
export const FINDING_FILTERS: readonly FilterChoice[] = [
  SEVERITY_FILTER,
  KEV_FILTER,
  { name: 'fixable', label: 'Has a fix', options: YES_NO },
  {
    name: 'runs_old_code',
    label: 'Old code runs',
    options: [
      ['kernel', 'kernel'],
      ['processes', 'processes'],
    ],
  },
  { name: 'accepted', label: 'Accepted', options: YES_NO },
  {
    name: 'epss_min',
    label: 'EPSS at least',
    options: [
      ['0.01', '1 %'],
      ['0.1', '10 %'],
      ['0.5', '50 %'],
    ],
  },
  { name: 'package', label: 'Package' },
];
