import { href } from '../app/place.js';
import { WithCommands } from './text/with-commands.js';
import { countText } from './text/plural.js';

interface CoverageProps {
  /** hosts that were not, or not wholly, checked */
  notChecked: number;
  total: number;
  /** the reasons, those of the most hosts first */
  reasons: readonly { hosts: number; message: string }[];
}

/** The first line of every count: what was not checked, and why. A host without data is never shown as clean. */
export function Coverage({ notChecked, total, reasons }: CoverageProps) {
  if (total === 0) return null;
  if (notChecked === 0)
    return <p class="coverage complete">All {countText(total)} hosts were checked.</p>;
  return (
    <div class="coverage incomplete">
      <p>
        <strong>
          {countText(notChecked)} of {countText(total)} hosts were not, or not wholly, checked
        </strong>
        : <a href={href('hosts', { coverage: 'not_checked' })}>show them</a>
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
