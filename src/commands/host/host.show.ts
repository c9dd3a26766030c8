import type { z } from 'zod';
import type { HostDetail } from '../../hosts/hosts.v2.schemas.js';
import { SEVERITIES } from '../../knowledge/records.js';
import { pluralize } from '../../lib/text.js';
import { systemClock } from '../../platform/clock.js';
import type { ServiceResponse } from '../../services/services.schemas.js';
import type {
  CoveragePart,
  PackageVerdicts,
} from '../../vulnerabilities/coverage/coverage-part.js';
import type { Coverage } from '../../vulnerabilities/coverage/coverage.js';
import { productCountTexts } from '../../vulnerabilities/coverage/coverage.text.js';
import { supportText } from '../../vulnerabilities/support/support.text.js';
import { showing } from '../client/handlers.js';
import { lookupHost, type FoundGroup } from '../client/lookup.js';
import { listAll, readData } from '../client/request.js';
import type { Client } from '../client/types.js';
import type { Column } from '../output/items.js';
import { agoColumn, agoText, isoText } from '../output/times.js';

type Host = z.infer<typeof HostDetail>;

/** A host, and what the rest of the service knows about it. */
interface HostView {
  host: Host;
  groups: readonly string[];
  services: readonly ServiceResponse[];
  findings: { severity: string }[];
  coverage: Coverage;
}

async function readView(host: Host, client: Client): Promise<HostView> {
  const ids = new Set(host.group_ids);
  const groups = ids.size === 0 ? [] : await listAll<FoundGroup>(client, '/groups');
  const url = `/hosts/${host.id}/vulnerabilities`;
  const findings = await listAll<{ severity: string }>(client, url, { accepted: 'false' });
  const first = await client.request('GET', `${url}?limit=1`);
  readData(first);
  return {
    host,
    groups: groups.filter(({ id }) => ids.has(id)).map(({ name }) => name),
    services: await listAll<ServiceResponse>(client, `/hosts/${host.id}/services`),
    findings,
    coverage: (first.body as { meta: { coverage: Coverage } }).meta.coverage,
  };
}

const FIELDS: Column<HostView>[] = [
  { heading: 'ID', value: ({ host }) => host.id },
  { heading: 'NAME', value: ({ host }) => host.hostname },
  { heading: 'ADDRESS', value: ({ host }) => host.current_ip },
  { heading: 'STATUS', value: ({ host }) => host.status },
  agoColumn('LAST SEEN', ({ host }) => host.last_seen),
  { heading: 'DESCRIPTION', value: ({ host }) => host.description },
  { heading: 'GROUPS', value: ({ groups }) => groups.join(', ') },
  { heading: 'SYSTEM', value: ({ host }) => host.inventory?.full_os_name ?? null },
  {
    heading: 'SUPPORT',
    value: ({ coverage: { packages } }) =>
      packages.support ? supportText(packages.support) : null,
  },
  { heading: 'KERNEL', value: ({ host }) => host.inventory?.kernel_version ?? null },
  {
    heading: 'INVENTORY',
    value: ({ host }) => isoText(host.inventory?.collected_at ?? null),
    text: ({ host: { inventory } }) =>
      inventory === undefined
        ? 'none'
        : `${pluralize(inventory.packages_count, 'package')}, ${agoText(inventory.collected_at, systemClock.now())}`,
  },
  { heading: 'PORTS', value: ({ services }) => services.map(portText).join(', '), text: portsText },
  { heading: 'FINDINGS', value: findingsText },
  { heading: 'PACKAGES', value: ({ coverage }) => partText(coverage.packages) },
  { heading: 'SERVICES', value: servicesText },
];

/** A host without a known open port: none is open, or none was scanned. */
function portsText({ services, coverage }: HostView): string {
  if (services.length > 0) return services.map(portText).join(', ');
  return coverage.services.reason === 'not_collected' ? 'not scanned' : 'none open';
}

const portText = ({ port, transport, service }: ServiceResponse): string =>
  `${port}/${transport}${service === null ? '' : ` ${service}`}`;

/** `3 open (1 critical, 2 low)` */
function findingsText({ findings }: HostView): string {
  const counts = SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  })).filter(({ count }) => count > 0);
  const parts = counts.map(({ severity, count }) => `${count} ${severity}`).join(', ');
  return findings.length === 0 ? 'none known to be open' : `${findings.length} open (${parts})`;
}

const STATES = {
  matched: 'checked',
  partly: 'partly checked',
  not_matched: 'not checked',
  not_applicable: 'not part of it',
} as const;

type PartOfHost = Pick<CoveragePart, 'state' | 'message' | 'verdicts'>;

const sumOf = (verdicts: PackageVerdicts): number =>
  verdicts.matched +
  verdicts.other_vendor +
  verdicts.unknown_origin +
  verdicts.no_data +
  verdicts.end_of_life;

/** `partly checked (11 of 12 packages): …` */
function partText({ state, message, verdicts }: PartOfHost): string {
  const total = verdicts === undefined ? 0 : sumOf(verdicts);
  const matched =
    state === 'partly' && verdicts
      ? ` (${verdicts.matched} of ${pluralize(total, 'package')})`
      : '';
  return `${STATES[state]}${matched}${message === null ? '' : `: ${message}`}`;
}

/** How far the services were checked, and how many CVEs about them have no product data. */
function servicesText({ coverage: { services } }: HostView): string {
  const text = partText(services);
  const counts = productCountTexts(services.products);
  return counts.length === 0 ? text : [text.replace(/\.?$/, '.'), ...counts].join(' ');
}

/** Prints one host. */
export const hostShow = showing(
  { noun: 'host', path: '/hosts', lookup: lookupHost },
  FIELDS,
  readView,
);
