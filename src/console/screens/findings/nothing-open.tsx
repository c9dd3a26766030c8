import { Notice } from '../../parts/notice.js';

/** Nothing is open: which says something only about what was checked. */
export function NothingOpen() {
  return (
    <Notice kind="empty" title="Nothing is open">
      <p>
        Nothing was found in what was checked. Findings need an inventory or a scan of a host, and
        the data of a feed: <code>hostwarden feed update</code>
      </p>
    </Notice>
  );
}
