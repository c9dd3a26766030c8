import type { List, PagedBody } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { HostLink } from '../links/host-link.js';
import { Empty } from '../notice.js';
import type { Column } from '../table/columns.js';
import { PagedTable } from '../table/paged-table.js';
import { SECTIONS } from './use-diff-page.js';

type Change = Api<'ServiceDiff'>;

const serviceText = (service: Change['before']): string =>
  service === null
    ? 'closed'
    : [service.service ?? 'unknown', service.product, service.version].filter(Boolean).join(' ');

const FIRST = { host: 'new host', port: 'first seen' } as const;

/** A port of a host's first scan did not open: nothing is known from before. */
function changeText({ before, after, baseline }: Change): string {
  if (before === null) return baseline === null ? 'opened' : FIRST[baseline];
  return after === null ? 'closed' : 'changed';
}

const COLUMNS: readonly Column<Change>[] = [
  {
    heading: 'Host',
    cell: ({ host_id, name, ip }) => <HostLink id={host_id} name={name} ip={ip} />,
    sort: ['host', '-host'],
  },
  { heading: 'Port', cell: ({ port, transport }) => `${port}/${transport}`, isShort: true },
  { heading: 'Change', cell: changeText },
  { heading: 'Before', cell: ({ before }) => serviceText(before) },
  { heading: 'After', cell: ({ after }) => serviceText(after) },
];

/** The ports that were opened, closed, or have another service. */
export const PortChanges = ({ list }: { list: List<PagedBody<Change>> }) => (
  <PagedTable
    label={SECTIONS.ports.label}
    list={list}
    columns={COLUMNS}
    rowId={({ host_id, port, transport }) => `${host_id} ${port}/${transport}`}
    search="Search hosts, ports, products"
    empty={<Empty title={SECTIONS.ports.empty} />}
  />
);
