import { useSignal } from '@preact/signals';
import { api, unwrap, type Api } from '../../api/client.js';
import { listQuery } from '../../api/list-query.js';
import { useResource } from '../../api/resource.js';
import { useKeys } from '../../app/keys.js';
import { href } from '../../app/place.js';
import { useTitle } from '../../app/title.js';
import { useListState } from '../../app/use-list-state.js';
import { RoleButton } from '../../parts/form/role-button.js';
import { FleetCoverage } from '../../parts/hosts/fleet-coverage.js';
import { groupFilter, useGroups } from '../../parts/hosts/use-groups.js';
import { Notice } from '../../parts/notice.js';
import type { FilterChoice } from '../../parts/table/columns.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { useSelection } from '../../parts/table/selection.js';
import { AddHostsDialog } from './add-hosts-dialog.js';
import { hostColumns } from './columns.js';
import { HostActions } from './host-actions.js';

const SPEC = { sorts: ['risk', '-risk'], filters: ['group_id', 'current_ip'] };

/** All hosts: how far they were checked, their risk, and what is open on them. */
export default function HostsScreen() {
  const control = useListState(SPEC);
  const groups = useGroups();
  const selection = useSelection();
  const isAdding = useSignal(false);
  const query = requestOf(control.state);
  const list = useResource(
    JSON.stringify(query),
    (signal) => unwrap(api.GET('/hosts', { params: { query }, signal })),
    ['tasks', 'agents', 'feeds'],
  );
  const add = (): void => {
    isAdding.value = true;
  };
  useKeys({ n: add });
  useTitle('Hosts');
  return (
    <>
      <header class="heading">
        <h1 tabIndex={-1}>Hosts</h1>
        <RoleButton needs="operator" look="primary" shortcut="n" onClick={add}>
          Add hosts
        </RoleButton>
      </header>
      <FleetCoverage />
      <PagedTable
        label="Hosts"
        list={list}
        control={control}
        columns={hostColumns(groups)}
        rowId={({ id }) => id}
        rowHref={({ id }) => href(`hosts/${id}`)}
        search="Search names"
        filters={filtersOf(groups)}
        selection={selection}
        actions={<HostActions selection={selection} list={list} groups={groups} />}
        empty={<NoHosts add={add} />}
      />
      {isAdding.value && (
        <AddHostsDialog onClose={() => (isAdding.value = false)} onAdded={list.reload} />
      )}
    </>
  );
}

/** The service searches names by `hostname`. */
function requestOf(state: ReturnType<typeof useListState>['state']) {
  const { q, ...others } = state;
  return listQuery<'listHosts'>(
    { ...others, q: '' },
    { include: 'risk', ...(q !== '' && { hostname: q }) },
  );
}

const filtersOf = (groups: readonly Api<'Group'>[]): FilterChoice[] => [
  groupFilter(groups),
  { name: 'current_ip', label: 'Address or range' },
];

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
