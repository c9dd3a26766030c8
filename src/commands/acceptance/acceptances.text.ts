import { printable } from '../../lib/text.js';
import {
  locationText,
  type RegisteredAcceptance,
} from '../../vulnerabilities/acceptances/acceptances.js';
import { formatDate } from '../../lib/times.js';
import type { Column } from '../output/items.js';
import { isoText } from '../output/times.js';

/** Columns of a list of acceptances; dates on a terminal are UTC. */
export const ACCEPTANCE_COLUMNS: Column<RegisteredAcceptance>[] = [
  { heading: 'ID', value: ({ id }) => id },
  { heading: 'VULNERABILITY', value: ({ vulnerability_id: id }) => id, isFlexible: true },
  { heading: 'HOSTS', value: hostsText, isFlexible: true },
  { heading: 'WHERE', value: whereText, isFlexible: true },
  { heading: 'UNTIL', value: ({ until, ended_at }) => isoText(ended_at ?? until), text: endText },
  {
    heading: 'BY',
    value: ({ by, kind }) => `${by}${kind === 'vendor' ? ' (vendor)' : ''}`,
    isFlexible: true,
  },
  { heading: 'FINDINGS', value: ({ findings }) => findings },
  { heading: 'REASON', value: ({ reason }) => reason, isFlexible: true, isLong: true },
];

/** `web-1`, `group office`, `all hosts`; the id if there is no name any more */
export function hostsText({
  host_id,
  host_name,
  group_id,
  group_name,
}: RegisteredAcceptance): string {
  if (host_id !== null) return printable(host_name ?? `deleted host ${host_id}`);
  if (group_id === null) return 'all hosts';
  return group_name === null ? `deleted group ${group_id}` : `group ${printable(group_name)}`;
}

/** `openssl`, `443/tcp`, `everywhere`; of a vendor's statement the product */
export function whereText(acceptance: RegisteredAcceptance): string {
  const { package: name, port, product } = acceptance;
  if (product !== null) return printable(product);
  return name === null && port === null ? 'everywhere' : printable(locationText(acceptance));
}

function endText({ until, ended_at }: RegisteredAcceptance): string {
  if (ended_at !== null) return `ended ${formatDate(ended_at)}`;
  return until === null ? 'revoked' : formatDate(until);
}
