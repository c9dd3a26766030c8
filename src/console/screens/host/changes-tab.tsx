import { useApiList } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { Empty } from '../../parts/notice.js';
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

/** The changes of the packages of a host, newest first. */
export function ChangesTab({ id }: { id: number }) {
  const list = useApiList('/hosts/{id}/inventory/changes', {
    of: { id },
    topics: ['tasks', 'agents'],
  });
  return (
    <PagedTable
      label="Changes of packages"
      list={list}
      columns={COLUMNS}
      rowId={keyOf}
      empty={
        <Empty title="No change is known">
          Changes are found from the second inventory of a host on.
        </Empty>
      }
    />
  );
}
