import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { listQuery } from '../../../api/list-query.js';
import { asApiError } from '../../../api/problem.js';
import { useList } from '../../../api/list.js';
import { useListState } from '../../../app/use-list-state.js';
import { RoleButton } from '../../../parts/form/role-button.js';
import { useRowActions, type RowAction } from '../../../parts/form/use-row-actions.js';
import { Notice } from '../../../parts/notice.js';
import { sortsOf } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { plural } from '../../../parts/text/plural.js';
import { announce } from '../../../parts/toast.js';
import { SettingsPage } from '../settings-page.js';
import { ClearFeedDialog } from './clear-feed-dialog.js';
import { FEED_COLUMNS } from './feed-columns.js';
import { ImportFeedDialog } from './import-feed-dialog.js';
import { RejectedDialog } from './rejected-dialog.js';

type Feed = Api<'Feed'>;

const FEED_LIST = { sorts: sortsOf(FEED_COLUMNS) };

/** The data that hosts are matched with: its age, what could not be read of it, and its updates while they run. */
export default function FeedsScreen() {
  const control = useListState(FEED_LIST);
  const query = listQuery<'listFeeds'>(control.state);
  const list = useList(
    query,
    (asked, signal) => unwrap(api.GET('/feeds', { params: { query: asked }, signal })),
    ['feeds'],
  );
  const feeds = list.data?.data ?? [];
  const actions = useRowActions(rowActions(list.reload));
  return (
    <SettingsPage title="Feeds" action={<UpdateNeeded feeds={feeds} reload={list.reload} />}>
      <FeedCoverage feeds={feeds} />
      <PagedTable
        label="Feeds"
        list={list}
        control={control}
        columns={[...FEED_COLUMNS, actions.column]}
        rowId={({ name }) => name}
        search="Search feeds"
        empty={<Notice kind="empty" title="There is no feed" />}
      />
      {actions.dialog}
    </SettingsPage>
  );
}

/** The feeds that stored hosts need and that are missing or old: without them nothing is found. */
function FeedCoverage({ feeds }: { feeds: readonly Feed[] }) {
  const needed = feeds.filter(({ needed: isNeeded }) => isNeeded);
  if (needed.length === 0) return <NoneNeeded />;
  const bad = needed.filter(({ records, stale }) => records === 0 || stale);
  if (bad.length === 0)
    return <p class="coverage complete">All feeds that hosts need are loaded and recent.</p>;
  return (
    <div class="coverage incomplete">
      <p>
        <strong>
          {plural(bad.length, 'feed')} of {needed.length} that hosts need{' '}
          {bad.length === 1 ? 'is' : 'are'} missing or old
        </strong>
        : {bad.map(({ name }) => name).join(', ')}
      </p>
    </div>
  );
}

const NoneNeeded = () => (
  <p class="muted">
    No host needs a feed yet. A scan is matched with nvd, kev and epss; which other feeds are needed
    depends on the systems of hosts, and they are marked here once an inventory is stored.
  </p>
);

async function update(feeds: readonly Feed[], reload: () => void): Promise<void> {
  try {
    for (const { name } of feeds)
      await unwrap(api.POST('/feeds/{name}/update', { params: { path: { name } } }));
    announce(feeds.length === 1 ? 'The update has begun' : `${feeds.length} updates have begun`);
  } catch (error) {
    announce(asApiError(error).message, 'error');
  }
  reload();
}

/** The feeds that a first scan is matched with: which others are needed depends on the systems of hosts. */
const FIRST: readonly string[] = ['nvd', 'kev', 'epss'];

function UpdateNeeded({ feeds, reload }: { feeds: readonly Feed[]; reload: () => void }) {
  const isAnyNeeded = feeds.some(({ needed }) => needed);
  const chosen = feeds.filter(({ name, needed }) => (isAnyNeeded ? needed : FIRST.includes(name)));
  const idle = chosen.filter(({ status }) => status !== 'updating');
  const what = isAnyNeeded ? `the ${plural(chosen.length, 'feed')} in use` : 'the feeds for scans';
  return (
    <RoleButton
      needs="admin"
      look="primary"
      hint={idle.length === 0 ? 'These feeds are being updated' : null}
      onClick={() => void update(idle, reload)}
    >
      {`${isAnyNeeded ? 'Update' : 'Load'} ${what}`}
    </RoleButton>
  );
}

const isBusy = ({ status }: Feed): string | null =>
  status === 'updating' ? 'An update of this feed is running' : null;

const rowActions = (reload: () => void): readonly RowAction<Feed>[] => [
  {
    label: 'Update',
    needs: 'admin',
    hint: isBusy,
    run: (feed) => void update([feed], reload),
  },
  {
    label: 'Import',
    needs: 'admin',
    hint: isBusy,
    dialog: (feed, close) => <ImportFeedDialog feed={feed} onClose={close} onDone={reload} />,
  },
  {
    label: 'Clear',
    needs: 'admin',
    look: 'danger',
    hint: (feed) => isBusy(feed) ?? (feed.status === 'empty' ? 'Nothing is loaded' : null),
    dialog: (feed, close) => <ClearFeedDialog feed={feed} onClose={close} onDone={reload} />,
  },
  {
    label: 'Not understood',
    needs: 'viewer',
    isFor: ({ rejected }) => rejected > 0,
    dialog: (feed, close) => <RejectedDialog feed={feed} onClose={close} />,
  },
];
