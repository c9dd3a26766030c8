import { coverageText } from '../../../vulnerabilities/coverage/coverage.text.js';
import { countText, plural } from '../text/plural.js';
import { WithCommands } from '../text/with-commands.js';
import { Time } from '../time.js';
import type { DiffHead } from './use-diff-page.js';

/** The first lines of a difference: what was checked, and why the rest was not; how old the data are. */
export function DiffCoverage({ diff }: { diff: DiffHead }) {
  const { not_checked_hosts, coverage, unanswered_addresses } = diff.summary;
  const old = diff.feeds.filter(({ stale }) => stale);
  const isWhole = not_checked_hosts === 0 && old.length === 0;
  return (
    <div class={isWhole ? 'coverage complete' : 'coverage incomplete'}>
      <p>
        {not_checked_hosts === 0 ? (
          coverageText(coverage)
        ) : (
          <strong>{coverageText(coverage)}</strong>
        )}
        {unanswered_addresses > 0 &&
          ` ${plural(unanswered_addresses, 'address', 'addresses')} of its ranges did not answer.`}
      </p>
      {(diff.not_checked.length > 0 || old.length > 0) && (
        <ul>
          {diff.not_checked.map(({ message, hosts }) => (
            <li key={message}>
              {countText(hosts)}: <WithCommands text={message} />
            </li>
          ))}
          {old.map(({ name, data_from }) => (
            <li key={name}>
              The data of {name} are old: from <Time at={data_from} none="an unknown day" />. Update
              the feeds.
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
