import { FINDING_TOPICS } from '../../api/changes.js';
import { useApiList } from '../../api/list.js';
import { href } from '../../app/place.js';
import { useTitle } from '../../app/title.js';
import { useActions } from '../../parts/form/actions.js';
import { RoleButton } from '../../parts/form/role-button.js';
import { RATED_HOST_COLUMNS } from '../../parts/hosts/host-columns.js';
import { ListCoverage } from '../../parts/hosts/list-coverage.js';
import { useGroupFilter } from '../../parts/hosts/use-groups.js';
import { Notice } from '../../parts/notice.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { useSelection } from '../../parts/table/selection.js';
import { AddHostsDialog } from './add-hosts-dialog.js';
import { HostActions } from './host-actions.js';
import { hostFilterBody } from './host-filter-body.js';
import { HOST_LIST, hostFilters } from './host-filters.js';

/** All hosts: how far they were checked, their risk, and what is open on them. */
export default function HostsScreen() {
  const list = useApiList('/hosts', {
    ...HOST_LIST,
    query: { include: 'risk,coverage' },
    topics: FINDING_TOPICS,
  });
  const { control } = list;
  const byGroup = useGroupFilter(control);
  const selection = useSelection(control.state);
  const filter = hostFilterBody(control.state);
  const { buttons, dialog, start } = useActions([
    {
      label: 'Add hosts',
      look: 'primary',
      shortcut: 'n',
      dialog: (close) => <AddHostsDialog onClose={close} onDone={list.reload} />,
    },
  ]);
  useTitle('Hosts');
  return (
    <>
      <header class="heading">
        <h1 tabIndex={-1}>Hosts</h1>
        {buttons}
      </header>
      <ListCoverage of={list} />
      <PagedTable
        label="Hosts"
        list={list}
        columns={RATED_HOST_COLUMNS}
        rowId={({ id }) => id}
        rowHref={({ id }) => href(`hosts/${id}`)}
        search="Search names and addresses"
        filters={hostFilters(byGroup)}
        selection={selection}
        actions={<HostActions selection={selection} filter={filter} list={list} />}
        empty={<NoHosts add={() => start('Add hosts')} />}
      />
      {dialog}
    </>
  );
}

const NoHosts = ({ add }: { add: () => void }) => (
  <Notice kind="empty" title="There is no host yet">
    <p>
      Add addresses here, import an inventory, or install an agent. Nothing is checked until then.
    </p>
    <RoleButton needs="operator" onClick={add}>
      Add hosts
    </RoleButton>
  </Notice>
);
