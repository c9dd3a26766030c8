import { useSignal } from '@preact/signals';
import { FINDING_TOPICS } from '../../api/changes.js';
import { api, unwrap } from '../../api/client.js';
import { listQuery } from '../../api/list-query.js';
import { useList } from '../../api/list.js';
import { useKeys } from '../../app/keys.js';
import { href } from '../../app/place.js';
import { useTitle } from '../../app/title.js';
import { useListState } from '../../app/use-list-state.js';
import { keyOfRole, RoleButton } from '../../parts/form/role-button.js';
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
  const control = useListState(HOST_LIST);
  const byGroup = useGroupFilter(control);
  const selection = useSelection(control.state);
  const isAdding = useSignal(false);
  const query = listQuery<'listHosts'>(control.state, { include: 'risk,coverage' });
  const filter = hostFilterBody(control.state);
  const list = useList(
    query,
    (asked, signal) => unwrap(api.GET('/hosts', { params: { query: asked }, signal })),
    FINDING_TOPICS,
  );
  const add = (): void => {
    isAdding.value = true;
  };
  useKeys({ n: keyOfRole('operator', add) });
  useTitle('Hosts');
  return (
    <>
      <header class="heading">
        <h1 tabIndex={-1}>Hosts</h1>
        <RoleButton needs="operator" look="primary" shortcut="n" onClick={add}>
          Add hosts
        </RoleButton>
      </header>
      <ListCoverage of={list} />
      <PagedTable
        label="Hosts"
        list={list}
        control={control}
        columns={RATED_HOST_COLUMNS}
        rowId={({ id }) => id}
        rowHref={({ id }) => href(`hosts/${id}`)}
        search="Search names and addresses"
        filters={hostFilters(byGroup)}
        selection={selection}
        actions={<HostActions selection={selection} filter={filter} list={list} />}
        empty={<NoHosts add={add} />}
      />
      {isAdding.value && (
        <AddHostsDialog onClose={() => (isAdding.value = false)} onAdded={list.reload} />
      )}
    </>
  );
}

function NoHosts({ add }: { add: () => void }) {
  return (
    <Notice kind="empty" title="There is no host yet">
      <p>
        Add addresses here, import an inventory, or install an agent. Nothing is checked until then.
      </p>
      <RoleButton needs="operator" onClick={add}>
        Add hosts
      </RoleButton>
    </Notice>
  );
}
