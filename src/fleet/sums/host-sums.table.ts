/** The sums of the open findings of a host. Findings rated unimportant count nowhere. */
export interface HostSumTable {
  host_id: number;
  accepted: number;
  known_exploited: number;
  critical: number;
  high: number;
  medium: number;
  low: number;
  none: number;
  unknown: number;
  actions: number;
  risk: number;
  sum: number;
  first_risk: number;
  first_sum: number;
  valid_until: number | null;
}
