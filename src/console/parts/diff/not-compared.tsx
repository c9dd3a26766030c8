import type { List, PagedBody } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { HostLink } from '../links/host-link.js';
import { Empty } from '../notice.js';
import type { Column } from '../table/columns.js';
import { PagedTable } from '../table/paged-table.js';
import { SECTIONS } from './use-diff-page.js';

type Row = Api<'NotCompared'>;

const { label, empty } = SECTIONS['not-compared'];
const COLUMNS: readonly Column<Row>[] = [
  {
    heading: 'Host',
    cell: ({ host_id, name, ip }) => <HostLink id={host_id} name={name} ip={ip} />,
    sort: ['host', '-host'],
  },
  { heading: 'Reason', cell: ({ reason }) => reason.replaceAll('_', ' ') },
  { heading: 'Detail', cell: ({ detail }) => detail },
  { heading: 'Ports', cell: ({ ports }) => ports ?? 'all' },
];

/** The hosts that could not be compared, and why: nothing is new or fixed on them as far as this task knows. */
export const NotComparedTable = ({ list }: { list: List<PagedBody<Row>> }) => (
  <PagedTable
    label={label}
    list={list}
    columns={COLUMNS}
    rowId={({ host_id, reason, ports }) => `${host_id} ${reason} ${ports ?? ''}`}
    search="Search hosts and reasons"
    empty={<Empty title={empty} />}
  />
);
