import type { z } from 'zod';
import type { HostV2 } from '../../hosts/hosts.v2.schemas.js';
import { checkedState } from '../../vulnerabilities/coverage/coverage-state.js';
import { withClient } from '../client/client.js';
import { lookupGroup, lookupId } from '../client/lookup.js';
import { listAll } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import { printItems, type Column, type JsonOption } from '../output/items.js';
import { agoColumn } from '../output/times.js';

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
  const hosts = await withClient(options, io, async (client) =>
    listAll<Host>(client, '/hosts', {
      hostname: name,
      current_ip: address,
      group_id: await lookupId(client, group, lookupGroup),
      ...(risk && { include: 'risk', sort: 'risk' }),
      unanswered,
    }),
  );
  const columns = [...COLUMNS, ...(risk ? RISK_COLUMNS : []), LAST_SEEN];
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

/** Zero says nothing about a host that was not checked, and little about one that was partly checked. */
const knownText = (text: string, { coverage, open }: Host): string => {
  const state = coverage && checkedState(coverage);
  if (open !== 0 || state === 'checked') return text;
  return state === 'partly' ? 'none known' : 'unknown';
};

const isUnknown = ({ coverage, open }: Host): boolean =>
  open === 0 && coverage !== undefined && checkedState(coverage) === 'not_checked';

const RISK_COLUMNS: Column<Host>[] = [
  {
    heading: 'RISK',
    value: (host) => (isUnknown(host) ? null : (host.risk?.toFixed(1) ?? null)),
    text: (host) => knownText(host.risk?.toFixed(1) ?? '', host),
  },
  {
    heading: 'OPEN',
    value: (host) => (isUnknown(host) ? null : (host.open ?? null)),
    text: (host) => knownText(`${host.open ?? ''}`, host),
  },
  {
    heading: 'CHECKED',
    value: ({ coverage }) => (coverage ? CHECKED[checkedState(coverage)] : null),
  },
  {
    heading: 'PACKAGES',
    value: ({ coverage }) => (coverage ? STATES[coverage.packages.state] : null),
  },
  {
    heading: 'PORTS',
    value: ({ coverage }) => (coverage ? STATES[coverage.services.state] : null),
  },
];

const CHECKED = { checked: 'yes', partly: 'partly', not_checked: 'no' } as const;
const STATES = {
  matched: 'yes',
  partly: 'partly',
  not_matched: 'no',
  not_applicable: null,
} as const;

const LAST_SEEN = agoColumn<Host>('LAST SEEN', ({ last_seen }) => last_seen);
