/** A field of a request that was refused, as the service names it. */
export interface RefusedField {
  /** a JSON pointer: `/0/current_ip` */
  path: string;
  /** `must be an IPv4 or IPv6 address` */
  message: string;
}

/** Fields whose label in the forms is another word than their name. */
const LABELS: Readonly<Record<string, string>> = {
  current_ip: 'Address',
  end_time: 'Until',
  expires_at: 'Last day',
  host_ids: 'Hosts',
  hostname: 'Name',
  mail_from: 'Sender',
  networks: 'Addresses and blocks',
  recurrence: 'Every',
  risk_min: 'Risk at least',
  smtp_url: 'Mail server',
  start_time: 'From',
  sudo_password: 'Password for sudo',
  to: 'Recipients',
  until: 'Until the end of',
  url: 'Address',
  username: 'User',
};

/** Returns what is wrong with a field, by its label: `Address, entry 1: must be an IPv4 or IPv6 address`. */
export function fieldWords({ path, message }: RefusedField): string {
  const parts = path.split('/').slice(1);
  const name = parts.findLast((part) => !isIndex(part)) ?? '';
  const index = parts.find(isIndex);
  const entry = index === undefined ? '' : `entry ${Number(index) + 1}`;
  const place = [name === '' ? '' : (LABELS[name] ?? toLabel(name)), entry].filter(Boolean);
  return [place.join(', '), message].filter(Boolean).join(': ');
}

const isIndex = (part: string): boolean => /^\d+$/.test(part);

const toLabel = (name: string): string =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');
