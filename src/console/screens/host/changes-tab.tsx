import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { listQuery } from '../../api/list-query.js';
import { useList } from '../../api/list.js';
import { useListState } from '../../app/use-list-state.js';
import { Notice } from '../../parts/notice.js';
import type { Column } from '../../parts/table/columns.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { ExactTime } from '../../parts/time.js';

type Change = Api<'PackageChange'>;

const COLUMNS: readonly Column<Change>[] = [
  { heading: 'Detected', cell: ({ detected_at }) => <ExactTime at={detected_at} /> },
  { heading: 'Change', cell: ({ change }) => change },
  { heading: 'Package', cell: ({ name }) => name },
  { heading: 'Architecture', cell: ({ architecture }) => architecture },
  {
    heading: 'Version',
    cell: ({ from_version, to_version }) =>
      [from_version, to_version].filter((text) => text !== null).join(' → '),
  },
];

const keyOf = ({ detected_at, change, name, architecture, from_version, to_version }: Change) =>
  [detected_at, change, name, architecture, from_version, to_version].join(' ');

const SPEC = {};

/** The changes of the packages of a host, newest first. */
export function ChangesTab({ id }: { id: number }) {
  const control = useListState(SPEC);
  const query = listQuery<'listPackageChanges'>(control.state);
  const list = useList(
    query,
    (asked, signal) =>
      unwrap(
        api.GET('/hosts/{id}/inventory/changes', {
          params: { path: { id }, query: asked },
          signal,
        }),
      ),
    ['tasks', 'agents'],
    `${id}`,
  );
  return (
    <PagedTable
      label="Changes of packages"
      list={list}
      control={control}
      columns={COLUMNS}
      rowId={keyOf}
      empty={
        <Notice kind="empty" title="No change is known">
          <p>Changes are found from the second inventory of a host on.</p>
        </Notice>
      }
    />
  );
}
