/** Hosts and open findings at the end of a day. `day`: Unix seconds / 86400; `group_id` 0: all hosts. */
export interface FleetDayTable {
  day: number;
  group_id: number;
  hosts: number;
  hosts_checked: number;
  accepted: number;
  known_exploited: number;
  critical: number;
  high: number;
  medium: number;
  low: number;
  none: number;
  unknown: number;
}
