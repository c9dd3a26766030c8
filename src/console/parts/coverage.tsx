import { href } from '../app/place.js';
import { allCheckedText, notCheckedText } from './text/checked-words.js';
import { WithCommands } from './text/with-commands.js';
import { countText, plural } from './text/plural.js';

interface CoverageProps {
  /** hosts that were not, or not wholly, checked */
  notChecked: number;
  total: number;
  /** addresses of scanned ranges that never answered: no host is known there, so they are neither checked nor not */
  unanswered: number;
  /** the reasons, those of the most hosts first */
  reasons: readonly { hosts: number; message: string }[];
}

/** The first line of every count: what was not checked, and why. A host without data is never shown as clean. */
export function Coverage({ notChecked, total, unanswered, reasons }: CoverageProps) {
  if (total === 0 && unanswered === 0) return null;
  const note = unanswered > 0 && (
    <> {plural(unanswered, 'address', 'addresses')} did not answer: no host is known there.</>
  );
  if (notChecked === 0)
    return (
      <p class="coverage complete">
        {total > 0 && allCheckedText(total)}
        {note}
      </p>
    );
  return (
    <div class="coverage incomplete">
      <p>
        <strong>{notCheckedText(notChecked, total)}</strong>:{' '}
        <a href={href('hosts', { coverage: 'not_checked' })}>show them</a>
        {unanswered > 0 && '.'}
        {note}
      </p>
      <ul>
        {reasons.map(({ hosts, message }) => (
          <li key={message}>
            {countText(hosts)}: <WithCommands text={message} />
          </li>
        ))}
      </ul>
    </div>
  );
}
