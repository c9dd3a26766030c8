import type { Api } from '../../../api/shapes.js';
import { externalAddress } from '../../../parts/links/external-address.js';
import type { Column } from '../../../parts/table/columns.js';
import { countText } from '../../../parts/text/plural.js';
import { Time } from '../../../parts/time.js';
import { progressOf } from './feed-progress.js';

type Feed = Api<'Feed'>;

/** The columns of the list of feeds. */
export const FEED_COLUMNS: readonly Column<Feed>[] = [
  {
    heading: 'Feed',
    isWide: true,
    cell: (feed) => <Name feed={feed} />,
    sort: ['-name', 'name'],
  },
  { heading: 'Status', cell: (feed) => <Status feed={feed} />, sort: ['-status', 'status'] },
  {
    heading: 'Needed',
    cell: ({ needed }) => (needed ? 'yes' : 'no'),
    sort: ['-needed', 'needed'],
  },
  {
    heading: 'Data from',
    cell: (feed) => <DataFrom feed={feed} />,
    sort: ['-data_from', 'data_from'],
  },
  {
    heading: 'Checked',
    cell: ({ checked_at }) => <Time at={checked_at} />,
    sort: ['-checked_at', 'checked_at'],
  },
  {
    heading: 'Records',
    isNumber: true,
    cell: (feed) => <Records feed={feed} />,
    sort: ['-records', 'records'],
  },
];

function Name({ feed: { name, address, licence } }: { feed: Feed }) {
  return (
    <>
      {name}
      <span class="title">
        from {externalAddress(address)?.host ?? address}, {licence}
      </span>
    </>
  );
}

/** The number of records, and of those that were left out. */
function Records({ feed: { records, rejected } }: { feed: Feed }) {
  return (
    <>
      {countText(records)}
      {rejected > 0 && <span class="title">{countText(rejected)} not read</span>}
    </>
  );
}

function DataFrom({ feed: { data_from, stale, needed, records } }: { feed: Feed }) {
  return (
    <>
      <Time at={data_from} none={records > 0 ? 'unknown date' : 'no data'} />{' '}
      {stale && needed && <span class="badge warning">old</span>}
    </>
  );
}

function Status({ feed: { status, progress, error } }: { feed: Feed }) {
  if (progress) {
    const { text, part } = progressOf(progress);
    return (
      <>
        {text}
        <progress aria-label={text} {...(part !== null && { max: 1, value: part })} />
      </>
    );
  }
  return (
    <>
      {status}
      {error !== null && <span class="error title">{error}</span>}
    </>
  );
}
