import { api, unwrap } from '../../../api/client.js';
import { useApiList } from '../../../api/list.js';
import { asApiError } from '../../../api/problem.js';
import type { Api } from '../../../api/shapes.js';
import { type Action, useRowActions } from '../../../parts/form/actions.js';
import { RoleButton } from '../../../parts/form/role-button.js';
import { Empty } from '../../../parts/notice.js';
import { sortsOf } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { plural } from '../../../parts/text/plural.js';
import { announce } from '../../../parts/toast.js';
import { SettingsPage } from '../settings-page.js';
import { FEED_COLUMNS } from './feed-columns.js';
import { ClearFeedDialog, ImportFeedDialog, RejectedDialog } from './feed-dialogs.js';

type Feed = Api<'Feed'>;

/** The data that hosts are matched with: its age, what could not be read of it, and its updates while they run. */
export default function FeedsScreen() {
  const list = useApiList('/feeds', { sorts: sortsOf(FEED_COLUMNS), topics: ['feeds'] });
  const feeds = list.data?.data ?? [];
  const { column, dialog } = useRowActions(rowActions(list.reload));
  return (
    <SettingsPage title="Feeds" action={<UpdateNeeded feeds={feeds} reload={list.reload} />}>
      <FeedCoverage feeds={feeds} />
      <PagedTable
        label="Feeds"
        list={list}
        columns={[...FEED_COLUMNS, column]}
        rowId={({ name }) => name}
        search="Search feeds"
        empty={<Empty title="There is no feed" />}
      />
      {dialog}
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

const rowActions = (onDone: () => void): readonly Action<Feed>[] => [
  { label: 'Update', needs: 'admin', hint: isBusy, run: (feed) => void update([feed], onDone) },
  {
    label: 'Import',
    needs: 'admin',
    hint: isBusy,
    dialog: (onClose, feed) => <ImportFeedDialog {...{ feed, onClose, onDone }} />,
  },
  {
    label: 'Clear',
    needs: 'admin',
    look: 'danger',
    hint: (feed) => isBusy(feed) ?? (feed.status === 'empty' ? 'Nothing is loaded' : null),
    dialog: (onClose, feed) => <ClearFeedDialog {...{ feed, onClose, onDone }} />,
  },
  {
    label: 'Not understood',
    needs: 'viewer',
    isFor: ({ rejected }) => rejected > 0,
    dialog: (onClose, feed) => <RejectedDialog {...{ feed, onClose }} />,
  },
];
