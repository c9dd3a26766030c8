import type { CoverageCounts } from '../../vulnerabilities/coverage/coverage-counts.js';
import { coverageText } from '../../vulnerabilities/coverage/coverage.text.js';
import { href } from '../app/place.js';
import { WithCommands } from './text/with-commands.js';
import { countText, plural } from './text/plural.js';

interface CoverageProps {
  /** hosts whose packages or ports were not fully checked */
  notChecked: number;
  /** numbers of hosts by what was checked of their packages, and of their ports */
  counts: CoverageCounts;
  /** without those of `unanswered` */
  total: number;
  /** addresses of scanned ranges that never answered: no host is known there, so they are neither checked nor not */
  unanswered: number;
  /** the reasons, those of the most hosts first */
  reasons: readonly { hosts: number; message: string }[];
}

/** The first line of every count: what was checked of packages and of ports, and why the rest was not. */
export function Coverage({ notChecked, counts, total, unanswered, reasons }: CoverageProps) {
  if (total === 0 && unanswered === 0) return null;
  const note = unanswered > 0 && (
    <> {plural(unanswered, 'address', 'addresses')} did not answer: no host is known there.</>
  );
  if (notChecked === 0)
    return (
      <p class="coverage complete">
        {total > 0 && coverageText(counts)}
        {note}
      </p>
    );
  return (
    <div class="coverage incomplete">
      <p>
        <strong>{coverageText(counts)}</strong>{' '}
        <a href={href('hosts', { coverage: 'not_checked' })}>Show the others</a>
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
