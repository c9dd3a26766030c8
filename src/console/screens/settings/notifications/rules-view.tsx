import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { listQuery } from '../../../api/list-query.js';
import { useList } from '../../../api/list.js';
import { href } from '../../../app/place.js';
import { useListState } from '../../../app/use-list-state.js';
import { RoleButton } from '../../../parts/form/role-button.js';
import { useRowActions, type RowAction } from '../../../parts/form/use-row-actions.js';
import { groupName, useGroups } from '../../../parts/hosts/use-groups.js';
import { Notice } from '../../../parts/notice.js';
import type { Column } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { plural } from '../../../parts/text/plural.js';
import { RemoveDialog } from './remove-dialog.js';
import { RuleDialog } from './rule-dialog.js';
import { channelName, useChannels } from './use-channels.js';

type Rule = Api<'NotificationRule'>;

const RULE_LIST = { sorts: ['-channel', 'channel', '-severity', 'severity'] };

/** The rules: which events are sent to which channel. */
export function RulesView() {
  const control = useListState(RULE_LIST);
  const isAdding = useSignal(false);
  const channels = useChannels();
  const groups = useGroups();
  const query = listQuery<'listNotificationRules'>(control.state);
  const list = useList(query, (asked, signal) =>
    unwrap(api.GET('/notification-rules', { params: { query: asked }, signal })),
  );
  const actions = useRowActions(rowActions({ channels, groups }, list.reload));
  const columns: readonly Column<Rule>[] = [
    {
      heading: 'Channel',
      cell: ({ channel_id }) => channelName(channels, channel_id),
      sort: ['-channel', 'channel'],
    },
    { heading: 'Events', cell: ({ events }) => events.join(', ') },
    { heading: 'Findings', cell: findingsOf, sort: ['-severity', 'severity'] },
    { heading: 'Where', cell: (rule) => placesOf(rule, groups) },
    { heading: 'Sent', cell: ({ digest }) => digest ?? 'at once' },
    actions.column,
  ];
  return (
    <>
      <div class="heading">
        <RoleButton
          needs="admin"
          look="primary"
          hint={channels.length === 0 ? 'Add a channel first' : null}
          onClick={() => (isAdding.value = true)}
        >
          Add a rule
        </RoleButton>
      </div>
      <PagedTable
        label="Rules"
        list={list}
        control={control}
        columns={columns}
        rowId={({ id }) => id}
        search="Search channels and events"
        empty={<NoRules hasChannel={channels.length > 0} />}
      />
      {isAdding.value && (
        <RuleDialog
          channels={channels}
          groups={groups}
          onClose={() => (isAdding.value = false)}
          onSaved={list.reload}
        />
      )}
      {actions.dialog}
    </>
  );
}

function NoRules({ hasChannel }: { hasChannel: boolean }) {
  return (
    <Notice kind="empty" title="There is no rule yet: nothing is sent">
      <p>
        A rule says which events are sent to which channel.
        {!hasChannel && (
          <>
            {' '}
            <a href={href('settings/notifications')}>Add a channel first</a>
          </>
        )}
      </p>
    </Notice>
  );
}

interface RuleNames {
  channels: readonly Api<'NotificationChannel'>[];
  groups: readonly Api<'Group'>[];
}

const rowActions = (names: RuleNames, reload: () => void): readonly RowAction<Rule>[] => [
  {
    label: 'Edit',
    needs: 'admin',
    dialog: (rule, close) => <RuleDialog rule={rule} {...names} onClose={close} onSaved={reload} />,
  },
  {
    label: 'Remove',
    needs: 'admin',
    look: 'danger',
    dialog: ({ id, channel_id, events }, close) => (
      <RemoveDialog
        name={`the rule of ${channelName(names.channels, channel_id)}`}
        effect={`It no longer sends ${plural(events.length, 'event')}.`}
        remove={() => unwrap(api.DELETE('/notification-rules/{id}', { params: { path: { id } } }))}
        onClose={close}
        onRemoved={reload}
      />
    ),
  },
];

function findingsOf({ severity, risk_min }: Rule): string {
  const limits = [
    severity === null ? '' : `${severity} and worse`,
    risk_min === null ? '' : `risk ${risk_min} and more`,
  ].filter((text) => text !== '');
  return limits.length === 0 ? 'all' : limits.join(', ');
}

function placesOf(
  { group_ids, host_ids, template_ids }: Rule,
  groups: readonly Api<'Group'>[],
): string {
  const places = [
    ...group_ids.map((id) => groupName(groups, id)),
    ...(host_ids.length > 0 ? [plural(host_ids.length, 'host')] : []),
    ...(template_ids.length > 0 ? [`of ${plural(template_ids.length, 'template')}`] : []),
  ];
  return places.length === 0 ? 'all hosts' : places.join(', ');
}
