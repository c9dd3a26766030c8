/** Labels of recorded fields whose name does not read as one. */
const LABELS: Readonly<Record<string, string>> = {
  certificate_expires_at: 'Certificate expires',
  channel_id: 'Channel',
  credential_id: 'Credential',
  ended_at: 'Ended',
  end_time: 'End',
  expires_at: 'Expires',
  expiring_days: 'Days before an acceptance ends',
  fingerprint_sha256: 'SHA-256',
  group_id: 'Group',
  group_ids: 'Groups',
  host_id: 'Host',
  host_ids: 'Hosts',
  ip: 'Address',
  login_role: 'Rights of logins',
  mail_from: 'Sender',
  offline_minutes: 'Minutes without a sign of life',
  operation_id: 'Operation',
  os_family: 'Operating system',
  recurrence: 'every',
  risk_min: 'Minimum risk',
  scope_group_ids: 'Scope, groups',
  scope_networks: 'Scope, networks',
  start_time: 'Start',
  sudo_secret: 'Password of sudo',
  task_id: 'Task',
  template_id: 'Template',
  template_ids: 'Templates',
  to: 'Recipients',
  unit: 'Unit',
  until: 'Until',
  vulnerability_id: 'Vulnerability',
};

const TIMES = /_at$|_time$|^until$/;
const FLAGS: ReadonlySet<string> = new Set(['confirmed', 'dry_run', 'enabled', 'stop_requested']);
/** Fields with words of the service, not of people. */
const CODES: ReadonlySet<string> = new Set([
  'action',
  'address',
  'checks',
  'digest',
  'discovery',
  'format',
  'ids',
  'ip',
  'login_role',
  'os_family',
  'role',
  'severity',
  'speed',
  'status',
  'transport',
  'type',
  'vulnerability_id',
]);
const SECRETS: ReadonlySet<string> = new Set(['secret', 'sudo_secret']);
/** Lists and objects. One that is too long for the log is its cut JSON. */
const LISTS: ReadonlySet<string> = new Set([
  'events',
  'group_ids',
  'groups',
  'host_ids',
  'hosts',
  'keys',
  'params',
  'ports',
  'ranges',
  'schedule',
  'scope_group_ids',
  'scope_networks',
  'template_ids',
  'to',
]);
/** Units of schedules, by their number. */
const UNITS: readonly string[] = ['', 'minute', 'hour', 'day', 'week', 'month'];

type FieldFormat = 'time' | 'flag' | 'unit' | 'code' | 'secret' | 'list' | 'other';

/** Returns how the values of a field are read. */
export function formatOf(field: string): FieldFormat {
  if (TIMES.test(field)) return 'time';
  if (FLAGS.has(field)) return 'flag';
  if (SECRETS.has(field)) return 'secret';
  if (field === 'unit') return 'unit';
  if (LISTS.has(field)) return 'list';
  return CODES.has(field) ? 'code' : 'other';
}

/** Returns the name of a unit of schedules. */
export const unitName = (unit: number): string => UNITS[unit] ?? String(unit);

/** Returns the label of a field, also of one within another: `Schedule, start`. */
export const labelOf = ([first = '', ...rest]: readonly string[]): string =>
  [nameOf(first), ...rest.map(partLabel)].join(', ');

/** Returns the label of a field within another. */
export const partLabel = (field: string): string =>
  nameOf(field).replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());

const nameOf = (field: string): string =>
  LABELS[field] ?? field.replaceAll('_', ' ').replace(/^./u, (letter) => letter.toUpperCase());
