import { formatDate, printable } from '../../lib/text.js';
import {
  locationText,
  type RegisteredAcceptance,
} from '../../vulnerabilities/acceptances/acceptances.js';
import { plainTable } from '../output/table.js';
import { shorten } from '../output/text.js';

const MAX_REASON = 60;
const HEAD = ['ID', 'VULNERABILITY', 'HOSTS', 'WHERE', 'UNTIL', 'BY', 'FINDINGS', 'REASON'];

/** Renders acceptances as a table; times are UTC. */
export const renderAcceptances = (acceptances: readonly RegisteredAcceptance[]): string =>
  plainTable(
    HEAD,
    acceptances.map((a) => [
      a.id,
      printable(a.vulnerability_id),
      hostsText(a),
      whereText(a),
      endText(a),
      `${printable(a.by)}${a.kind === 'vendor' ? ' (vendor)' : ''}`,
      a.findings,
      shorten(printable(a.reason), MAX_REASON),
    ]),
  );

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
