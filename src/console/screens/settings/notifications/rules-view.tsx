import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { useApiList } from '../../../api/list.js';
import { href } from '../../../app/place.js';
import { useActions, useRowActions, type Action } from '../../../parts/form/actions.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { groupName, useGroups } from '../../../parts/hosts/use-groups.js';
import { Empty } from '../../../parts/notice.js';
import type { Column } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { plural } from '../../../parts/text/plural.js';
import { RuleDialog } from './rule-dialog.js';
import { channelName, useChannels } from './use-channels.js';

type Rule = Api<'NotificationRule'>;

/** The rules: which events are sent to which channel. */
export function RulesView() {
  const channels = useChannels();
  const groups = useGroups();
  const list = useApiList('/notification-rules', {
    sorts: ['-channel', 'channel', '-severity', 'severity'],
  });
  const shared = { channels, groups, onDone: list.reload };
  const add = useActions([
    {
      label: 'Add a rule',
      needs: 'admin',
      look: 'primary',
      hint: () => (channels.length === 0 ? 'Add a channel first' : null),
      dialog: (close) => <RuleDialog {...shared} onClose={close} />,
    },
  ]);
  const { column, dialog } = useRowActions(rowActions(shared));
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
    column,
  ];
  return (
    <>
      <div class="heading">{add.buttons}</div>
      <PagedTable
        label="Rules"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        search="Search channels and events"
        empty={
          <Empty title="There is no rule yet: nothing is sent">
            A rule says which events are sent to which channel.{' '}
            {channels.length === 0 && (
              <a href={href('settings/notifications')}>Add a channel first</a>
            )}
          </Empty>
        }
      />
      {add.dialog}
      {dialog}
    </>
  );
}

const rowActions = (
  shared: Omit<Parameters<typeof RuleDialog>[0], 'rule' | 'onClose'>,
): readonly Action<Rule>[] => [
  {
    label: 'Edit',
    needs: 'admin',
    dialog: (close, rule) => <RuleDialog {...shared} rule={rule} onClose={close} />,
  },
  {
    label: 'Remove',
    needs: 'admin',
    look: 'danger',
    dialog: (close, { id, channel_id, events }) => {
      const name = `the rule of ${channelName(shared.channels, channel_id)}`;
      return (
        <FormDialog
          title={`Remove ${name}?`}
          submit="Remove"
          isDangerous
          run={() => unwrap(api.DELETE('/notification-rules/{id}', { params: { path: { id } } }))}
          done={`${name} removed`}
          onDone={shared.onDone}
          onClose={close}
        >
          <p>It no longer sends {plural(events.length, 'event')}.</p>
        </FormDialog>
      );
    },
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
