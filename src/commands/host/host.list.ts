import type { z } from 'zod';
import type { HostV2 } from '../../hosts/hosts.v2.schemas.js';
import { systemClock } from '../../platform/clock.js';
import { withClient } from '../client/client.js';
import { lookupGroup } from '../client/lookup.js';
import { listAll } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import { printItems, type Column, type JsonOption } from '../output/items.js';
import { agoText, isoText } from '../output/times.js';

type Host = z.infer<typeof HostV2>;

interface HostListOptions extends ServiceOptions, JsonOption {
  /** substring */
  name?: string;
  address?: string;
  /** id or name */
  group?: string;
  risk?: true;
  /** only addresses of ranges at which nothing ever answered, instead of hosts */
  unanswered?: true;
}

/** Lists the hosts that match the filters. */
export async function hostList(options: HostListOptions, io: Io): Promise<number> {
  const { name, address, group, risk, unanswered, json } = options;
  const hosts = await withClient({ ...options, needsDataDir: true }, io, async (client) =>
    listAll<Host>(client, '/hosts', {
      ...(name !== undefined && { hostname: name }),
      ...(address !== undefined && { current_ip: address }),
      ...(group !== undefined && { group_id: String((await lookupGroup(client, group)).id) }),
      ...(risk === true && { include: 'risk', sort: 'risk' }),
      ...(unanswered === true && { unanswered: 'true' }),
    }),
  );
  const columns = [...COLUMNS, ...(risk === true ? RISK_COLUMNS : []), ...lastColumns()];
  const none = unanswered === true ? 'No addresses without an answer.' : 'No hosts.';
  printItems(hosts, columns, { json, none }, io);
  return 0;
}

const COLUMNS: Column<Host>[] = [
  { heading: 'ID', value: ({ id }) => id },
  { heading: 'NAME', value: ({ hostname }) => hostname, isFlexible: true },
  { heading: 'ADDRESS', value: ({ current_ip }) => current_ip },
  { heading: 'STATUS', value: ({ status }) => status },
];

const RISK_COLUMNS: Column<Host>[] = [
  { heading: 'RISK', value: ({ risk }) => risk?.toFixed(1) ?? null },
  { heading: 'OPEN', value: ({ open }) => open ?? null },
  {
    heading: 'CHECKED',
    value: ({ coverage }) => (coverage === undefined ? null : checkedText(coverage)),
  },
];

// A count of findings says nothing about what was not matched.
function checkedText({ packages, services }: NonNullable<Host['coverage']>): string {
  const states = [packages.state, services.state].filter((state) => state !== 'not_applicable');
  if (states.length === 0 || states.every((state) => state === 'not_matched')) return 'no';
  return states.every((state) => state === 'matched') ? 'yes' : 'partly';
}

function lastColumns(): Column<Host>[] {
  const now = systemClock.now();
  return [
    {
      heading: 'LAST SEEN',
      value: ({ last_seen }) => isoText(last_seen),
      text: ({ last_seen }) => agoText(last_seen, now),
    },
  ];
}
