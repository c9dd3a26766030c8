import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { ExactTime, Time } from '../../parts/time.js';
import { SeverityCounts } from '../../parts/severity.js';
import { countText } from '../../parts/text/plural.js';

type Findings = Api<'Summary'>['findings'];

interface FindingsPanelProps {
  findings: Findings;
  /** Unix seconds; null: this is the first */
  lastVisit: number | null;
}

/** Open findings by severity, and what changed. */
export function FindingsPanel({ findings, lastVisit }: FindingsPanelProps) {
  return (
    <section class="panel" aria-labelledby="findings-title">
      <h2 id="findings-title">Findings</h2>
      <p class="figure">
        <a href={href('findings')}>
          <strong>{countText(findings.open)}</strong> open
        </a>
        {findings.known_exploited > 0 && (
          <>
            {', '}
            <a class="exploited" href={href('findings', { kev: 'true' })}>
              <strong>{countText(findings.known_exploited)}</strong> known exploited
            </a>
          </>
        )}
      </p>
      <SeverityCounts counts={findings.by_severity} />
      {findings.since && <SinceVisit since={findings.since} at={lastVisit} />}
      <dl class="figures">
        <Change days={7} added={findings.new_7d} fixed={findings.fixed_7d} />
        <Change days={30} added={findings.new_30d} fixed={findings.fixed_30d} />
        <div>
          <dt>Accepted</dt>
          <dd>
            <a href={href('acceptances')}>{countText(findings.accepted)}</a>
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** The changes since the day of the last visit; how many of them only because more is known. */
function SinceVisit({ since, at }: { since: NonNullable<Findings['since']>; at: number | null }) {
  const { new: added, fixed, from } = since;
  return (
    <p>
      Since the day of your last visit (<Time at={at} />, counted from <ExactTime at={from} />
      ): <span class="added">+{countText(added.total)} new</span>
      {added.knowledge > 0 && ` (${countText(added.knowledge)} by new vulnerability data)`}{' '}
      <span class="fixed">−{countText(fixed.total)} fixed</span>
    </p>
  );
}

function Change({ days, added, fixed }: { days: number; added: number; fixed: number }) {
  return (
    <div>
      <dt>{days} days</dt>
      <dd>
        <span class="added">+{countText(added)} new</span>{' '}
        <span class="fixed">−{countText(fixed)} fixed</span>
      </dd>
    </div>
  );
}
