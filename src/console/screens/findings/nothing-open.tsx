import { api, unwrap } from '../../api/client.js';
import { useResource } from '../../api/resource.js';
import { href } from '../../app/place.js';
import { Notice } from '../../parts/notice.js';

/** Says why no finding is listed: nothing was checked, or nothing was found in what was. */
export function NothingOpen() {
  const { data, error } = useResource('nothing open', (signal) =>
    unwrap(api.GET('/summary', { signal })),
  );
  if (!data && !error) return null;
  const { total, not_checked: notChecked } = data?.data.hosts ?? { total: 1, not_checked: 0 };
  if (total === 0)
    return (
      <Notice kind="empty" title="There is no host yet">
        <p>
          <a href={href('hosts')}>Add hosts</a>, and scan them or take their inventory. Nothing is
          checked until then.
        </p>
      </Notice>
    );
  const isSomeChecked = notChecked < total;
  return (
    <Notice kind="empty" title={isSomeChecked ? 'Nothing is open' : 'No host was wholly checked'}>
      <p>
        {isSomeChecked && 'Nothing was found in what was checked. '}Findings need an inventory or a
        scan of a host, and the data of a feed: <code>hostwarden feed update</code>
      </p>
    </Notice>
  );
}
