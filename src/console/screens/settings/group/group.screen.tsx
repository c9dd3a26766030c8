import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { listQuery } from '../../../api/list-query.js';
import { useList } from '../../../api/list.js';
import { useResource } from '../../../api/resource.js';
import { href } from '../../../app/place.js';
import { useTitle } from '../../../app/title.js';
import { useListState } from '../../../app/use-list-state.js';
import { Failure } from '../../../parts/failure.js';
import { RoleButton } from '../../../parts/form/role-button.js';
import { HistoryPanel } from '../../../parts/history/history-panel.js';
import { GroupDialog } from '../../../parts/hosts/group-dialog.js';
import { countChosen, type ChosenHosts } from '../../../parts/hosts/chosen-hosts.js';
import { CoverageMark } from '../../../parts/hosts/host-coverage.js';
import { hostName } from '../../../parts/hosts/host-name.js';
import { Notice } from '../../../parts/notice.js';
import type { Column } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { useSelection } from '../../../parts/table/selection.js';
import { plural } from '../../../parts/text/plural.js';
import { SettingsPage } from '../settings-page.js';
import type { ScreenProps } from '../../screen-props.js';
import { MembersDialog } from './members-dialog.js';

type Host = Api<'Host'>;
type Open = 'edit' | 'add' | 'remove' | null;

const COLUMNS: readonly Column<Host>[] = [
  {
    heading: 'Host',
    cell: hostName,
  },
  { heading: 'Address', isAddress: true, cell: ({ current_ip }) => current_ip },
  {
    heading: 'Checked',
    cell: ({ coverage }) => coverage && <CoverageMark coverage={coverage} />,
  },
];

/** One group and its hosts. */
export default function GroupScreen({ params }: ScreenProps) {
  const id = Number(params.id);
  const group = useResource(
    `group ${id}`,
    (signal) => unwrap(api.GET('/groups/{id}', { params: { path: { id } }, signal })),
    ['groups', 'hosts'],
  );
  const { data, error } = group;
  useTitle(data?.data.name ?? 'Group', 'Settings');
  if (error?.status === 404 || error?.status === 400) return <NoSuchGroup id={params.id ?? ''} />;
  if (error) return <Failure error={error} retry={group.reload} />;
  if (!data) return <h1 tabIndex={-1}>Group</h1>;
  return <Members group={data.data} reload={group.reload} />;
}

function Members({ group, reload }: { group: Api<'Group'>; reload: () => void }) {
  const { id, name, description } = group;
  const control = useListState({ sorts: ['name', '-name'] });
  const selection = useSelection(control.state);
  const open = useSignal<Open>(null);
  const close = (): void => {
    open.value = null;
  };
  const query = listQuery<'listHosts'>(control.state, { group_id: id, include: 'risk' });
  const list = useList(
    query,
    (asked, signal) => unwrap(api.GET('/hosts', { params: { query: asked }, signal })),
    ['tasks', 'hosts', 'groups'],
  );
  const changed = (): void => {
    selection.clear();
    reload();
    list.reload();
  };
  const { q } = control.state;
  const chosen: ChosenHosts = selection.isAllMatching
    ? { filter: { group_id: id, ...(q !== '' && { q }) }, expected: selection.matching }
    : { ids: [...selection.ids] };
  return (
    <SettingsPage title={name} action={<Actions show={(next) => (open.value = next)} />}>
      {description !== '' && <p>{description}</p>}
      <HistoryPanel of={{ group_id: id }} />
      <PagedTable
        label={`Hosts of ${name}`}
        list={list}
        control={control}
        columns={COLUMNS}
        rowId={(host) => host.id}
        rowHref={(host) => href(`hosts/${host.id}`)}
        search="Search names and addresses"
        selection={selection}
        actions={
          <RoleButton needs="operator" onClick={() => (open.value = 'remove')}>
            Remove {plural(countChosen(chosen), 'host')} from the group
          </RoleButton>
        }
        empty={
          <Notice kind="empty" title="This group has no host yet">
            <p>
              Add one here, or many from <a href={href('hosts')}>the list of hosts</a>.
            </p>
          </Notice>
        }
      />
      {open.value === 'edit' && <GroupDialog group={group} onClose={close} onSaved={reload} />}
      {open.value === 'add' && (
        <MembersDialog kind="add" group={group} onClose={close} onChanged={changed} />
      )}
      {open.value === 'remove' && (
        <MembersDialog
          kind="remove"
          chosen={chosen}
          group={group}
          onClose={close}
          onChanged={changed}
        />
      )}
    </SettingsPage>
  );
}

function Actions({ show }: { show: (open: Open) => void }) {
  return (
    <div class="buttons">
      <RoleButton needs="operator" look="primary" onClick={() => show('add')}>
        Add a host
      </RoleButton>
      <RoleButton needs="operator" onClick={() => show('edit')}>
        Edit
      </RoleButton>
    </div>
  );
}

function NoSuchGroup({ id }: { id: string }) {
  return (
    <>
      <h1 tabIndex={-1}>There is no such group</h1>
      <p>
        No group has the id <code>{id}</code>.{' '}
        <a href={href('settings/groups')}>Open the list of groups</a>
      </p>
    </>
  );
}
