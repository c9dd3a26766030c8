import { useRead } from '../../api/read.js';
import { href } from '../../app/place.js';
import { Failure } from '../../parts/failure.js';
import { Notice } from '../../parts/notice.js';
import { WithCommands } from '../../parts/text/with-commands.js';
import { openWords } from './open-words.js';

/** Says why no finding is listed: nothing was checked, or nothing was found in what was. */
export function NothingOpen() {
  const { data, error, reload } = useRead('/summary');
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return null;
  const words = openWords(data.data.hosts);
  if (!words) return <NoHost />;
  return (
    <Notice kind="empty" title={words.title}>
      <p>
        {words.checked} Findings need an inventory or a scan of a host, and the data of a feed:{' '}
        <WithCommands text="`hostwarden feed update`" />
      </p>
    </Notice>
  );
}

const NoHost = () => (
  <Notice kind="empty" title="There is no host yet">
    <p>
      <a href={href('hosts')}>Add hosts</a>, and scan them or take their inventory. Nothing is
      checked until then.
    </p>
  </Notice>
);
