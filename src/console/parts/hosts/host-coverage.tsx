import { productCountTexts } from '../../../vulnerabilities/coverage/coverage.text.js';
import type { Api } from '../../api/shapes.js';
import { WithCommands } from '../text/with-commands.js';
import { countText, plural } from '../text/plural.js';
import { coverageWords } from './coverage-words.js';

type Coverage = NonNullable<Api<'Host'>['coverage']>;

/** How far a host was checked, in a cell; the reasons on hover. */
export function CoverageMark({ coverage }: { coverage: Coverage }) {
  const { state, words, reasons } = coverageWords(coverage);
  if (state === 'checked') return <>{words}</>;
  return (
    <span class="badge warning" title={reasons.join(' ')}>
      {words}
    </span>
  );
}

/** How many of the packages were matched. */
function Matched({ verdicts }: Pick<Coverage['packages'], 'verdicts'>) {
  if (verdicts === undefined) return null;
  const { matched, other_vendor, unknown_origin, no_data, end_of_life } = verdicts;
  const total = matched + other_vendor + unknown_origin + no_data + end_of_life;
  return (
    <li>
      {countText(matched)} of {plural(total, 'package')} matched.
    </li>
  );
}

/** How far a host was checked, before its counts: the reasons, and how old the data are. */
export function HostCoverage({ coverage }: { coverage: Coverage }) {
  const { state, text, reasons } = coverageWords(coverage);
  const old = [...coverage.packages.feeds, ...coverage.services.feeds].filter(({ stale }) => stale);
  const names = [...new Set(old.map(({ name }) => name))];
  const notes = productCountTexts(coverage.services.products);
  const isWhole = state === 'checked' && names.length === 0;
  return (
    <div class={isWhole ? 'coverage complete' : 'coverage incomplete'}>
      <p>
        <strong>{text}</strong>
      </p>
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {!isWhole && (
        <ul>
          {coverage.packages.state === 'partly' && (
            <Matched verdicts={coverage.packages.verdicts} />
          )}
          {reasons.map((reason) => (
            <li key={reason}>
              <WithCommands text={reason} />
            </li>
          ))}
          {names.length > 0 && <li>The data of {names.join(', ')} are old: update the feeds.</li>}
        </ul>
      )}
    </div>
  );
}
