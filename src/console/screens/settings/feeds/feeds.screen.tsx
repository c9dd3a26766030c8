import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { listQuery } from '../../../api/list-query.js';
import { asApiError } from '../../../api/problem.js';
import { useList } from '../../../api/list.js';
import { useListState } from '../../../app/use-list-state.js';
import { RoleButton } from '../../../parts/form/role-button.js';
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
type Open = readonly [kind: 'import' | 'clear' | 'rejected', feed: Feed] | null;

const FEED_LIST = { sorts: sortsOf(FEED_COLUMNS) };

/** The data that hosts are matched with: its age, what could not be read of it, and its updates while they run. */
export default function FeedsScreen() {
  const control = useListState(FEED_LIST);
  const open = useSignal<Open>(null);
  const query = listQuery<'listFeeds'>(control.state);
  const list = useList(
    query,
    (asked, signal) => unwrap(api.GET('/feeds', { params: { query: asked }, signal })),
    ['feeds'],
  );
  const feeds = list.data?.data ?? [];
  const actions = {
    heading: 'Actions',
    cell: (feed: Feed) => (
      <FeedActions feed={feed} show={(next) => (open.value = next)} reload={list.reload} />
    ),
  };
  return (
    <SettingsPage title="Feeds" action={<UpdateNeeded feeds={feeds} reload={list.reload} />}>
      <FeedCoverage feeds={feeds} />
      <PagedTable
        label="Feeds"
        list={list}
        control={control}
        columns={[...FEED_COLUMNS, actions]}
        rowId={({ name }) => name}
        search="Search feeds"
        empty={<Notice kind="empty" title="There is no feed" />}
      />
      <OpenDialog open={open.value} close={() => (open.value = null)} reload={list.reload} />
    </SettingsPage>
  );
}

/** The feeds that stored hosts need and that are missing or old: without them nothing is found. */
function FeedCoverage({ feeds }: { feeds: readonly Feed[] }) {
  const needed = feeds.filter(({ needed: isNeeded }) => isNeeded);
  if (needed.length === 0) return null;
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

function UpdateNeeded({ feeds, reload }: { feeds: readonly Feed[]; reload: () => void }) {
  const needed = feeds.filter((feed) => feed.needed && feed.status !== 'updating');
  return (
    <RoleButton
      needs="admin"
      look="primary"
      hint={needed.length === 0 ? 'No host needs a feed that is not being updated' : null}
      onClick={() => void update(needed, reload)}
    >
      {needed.length === 0 ? 'Update' : `Update the ${plural(needed.length, 'feed')} in use`}
    </RoleButton>
  );
}

interface FeedActionsProps {
  feed: Feed;
  show: (open: Open) => void;
  reload: () => void;
}

function FeedActions({ feed, show, reload }: FeedActionsProps) {
  const isBusy = feed.status === 'updating' ? 'An update of this feed is running' : null;
  const hasNone = feed.status === 'empty' ? 'Nothing is loaded' : null;
  return (
    <div class="buttons">
      <RoleButton needs="admin" hint={isBusy} onClick={() => void update([feed], reload)}>
        Update
      </RoleButton>
      <RoleButton needs="admin" hint={isBusy} onClick={() => show(['import', feed])}>
        Import
      </RoleButton>
      <RoleButton
        needs="admin"
        look="danger"
        hint={isBusy ?? hasNone}
        onClick={() => show(['clear', feed])}
      >
        Clear
      </RoleButton>
      {feed.rejected > 0 && (
        <button type="button" onClick={() => show(['rejected', feed])}>
          Not understood
        </button>
      )}
    </div>
  );
}

interface OpenDialogProps {
  open: Open;
  close: () => void;
  reload: () => void;
}

function OpenDialog({ open, close, reload }: OpenDialogProps) {
  if (open === null) return null;
  const [kind, feed] = open;
  if (kind === 'import') return <ImportFeedDialog feed={feed} onClose={close} onDone={reload} />;
  if (kind === 'clear') return <ClearFeedDialog feed={feed} onClose={close} onDone={reload} />;
  return <RejectedDialog feed={feed} onClose={close} />;
}
