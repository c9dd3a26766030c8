import { useApiList } from '../../../api/list.js';
import { useRead } from '../../../api/read.js';
import type { Api } from '../../../api/shapes.js';
import { href } from '../../../app/place.js';
import { useTitle } from '../../../app/title.js';
import { useActions } from '../../../parts/form/actions.js';
import { HistoryPanel } from '../../../parts/history/history-panel.js';
import { countChosen, type ChosenHosts } from '../../../parts/hosts/chosen-hosts.js';
import { GroupDialog } from '../../../parts/hosts/group-dialog.js';
import { CoverageMark } from '../../../parts/hosts/host-coverage.js';
import { hostName } from '../../../parts/hosts/host-name.js';
import { isMissing, Loaded, NoSuch } from '../../../parts/loaded.js';
import { Empty } from '../../../parts/notice.js';
import type { Column } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { useSelection } from '../../../parts/table/selection.js';
import { plural } from '../../../parts/text/plural.js';
import type { ScreenProps } from '../../screen-props.js';
import { SettingsPage } from '../settings-page.js';
import { AddMemberDialog, RemoveMembersDialog } from './member-dialogs.js';

const COLUMNS: readonly Column<Api<'Host'>>[] = [
  { heading: 'Host', cell: hostName },
  { heading: 'Address', isAddress: true, cell: ({ current_ip }) => current_ip },
  { heading: 'Checked', cell: ({ coverage }) => coverage && <CoverageMark coverage={coverage} /> },
];

/** One group and its hosts. */
export default function GroupScreen({ params }: ScreenProps) {
  const path = { id: Number(params.id) };
  const group = useRead('/groups/{id}', { path }, ['groups', 'hosts']);
  useTitle(group.data?.data.name ?? 'Group', 'Settings');
  if (isMissing(group))
    return <NoSuch noun="group" id={params.id} list="settings/groups" reason="" />;
  return (
    <Loaded of={group} title="Group">
      {({ data }) => <Members group={data} reload={group.reload} />}
    </Loaded>
  );
}

function Members({ group, reload }: { group: Api<'Group'>; reload: () => void }) {
  const { id, name, description } = group;
  const list = useApiList('/hosts', {
    sorts: ['name', '-name'],
    query: { group_id: id, include: 'risk' },
    topics: ['tasks', 'hosts', 'groups'],
  });
  const { q } = list.control.state;
  const selection = useSelection(list.control.state);
  const onDone = (): void => {
    selection.clear();
    reload();
    list.reload();
  };
  const chosen: ChosenHosts = selection.isAllMatching
    ? { filter: { group_id: id, ...(q !== '' && { q }) }, expected: selection.matching }
    : { ids: [...selection.ids] };
  const head = useActions([
    {
      label: 'Add a host',
      look: 'primary',
      dialog: (onClose) => <AddMemberDialog {...{ group, onClose, onDone }} />,
    },
    {
      label: 'Edit',
      dialog: (onClose) => <GroupDialog group={group} onClose={onClose} onDone={reload} />,
    },
  ]);
  const selected = useActions([
    {
      label: `Remove ${plural(countChosen(chosen), 'host')} from the group`,
      dialog: (onClose) => <RemoveMembersDialog {...{ group, chosen, onClose, onDone }} />,
    },
  ]);
  return (
    <SettingsPage title={name} action={<div class="buttons">{head.buttons}</div>}>
      {description !== '' && <p>{description}</p>}
      <HistoryPanel of={{ group_id: id }} />
      <PagedTable
        label={`Hosts of ${name}`}
        list={list}
        columns={COLUMNS}
        rowId={(host) => host.id}
        rowHref={(host) => href(`hosts/${host.id}`)}
        search="Search names and addresses"
        selection={selection}
        actions={selected.buttons}
        empty={
          <Empty title="This group has no host yet">
            Add one here, or many from <a href={href('hosts')}>the list of hosts</a>.
          </Empty>
        }
      />
      {head.dialog}
      {selected.dialog}
    </SettingsPage>
  );
}
