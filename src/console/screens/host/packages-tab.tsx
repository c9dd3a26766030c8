import { useApiList } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { Notice } from '../../parts/notice.js';
import type { Column } from '../../parts/table/columns.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { Command } from '../../parts/text/command.js';
import { Time } from '../../parts/time.js';

const COLUMNS: readonly Column<Api<'Package'>>[] = [
  { heading: 'Package', cell: ({ name }) => name },
  { heading: 'Version', cell: ({ version }) => version },
  { heading: 'Architecture', cell: ({ architecture }) => architecture },
  {
    heading: 'Source',
    cell: ({ source, source_version }) =>
      [source, source_version].filter((text) => text !== null).join(' '),
  },
  { heading: 'Vendor', cell: ({ vendor }) => vendor },
  { heading: 'Installed', cell: ({ installed_at }) => <Time at={installed_at} none="unknown" /> },
];

/** The installed packages of a host. */
export function PackagesTab({ host: { id, current_ip } }: { host: Api<'Host'> }) {
  const list = useApiList('/hosts/{id}/inventory/packages', {
    of: { id },
    query: ({ q }) => ({ q: undefined, ...(q !== '' && { name: q }) }),
    topics: ['tasks', 'agents'],
  });
  return (
    <PagedTable
      label="Packages"
      list={list}
      columns={COLUMNS}
      rowId={({ name, architecture, version }) => `${name} ${architecture ?? ''} ${version}`}
      search="Search names"
      empty={
        <Notice kind="empty" title="No package list is stored">
          <p>
            Take an inventory, install an agent, or import a report of this host, above or with:
          </p>
          <Command text={`hostwarden inventory import ${current_ip} report`} />
        </Notice>
      }
    />
  );
}
