import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { SeverityCounts } from '../../parts/severity.js';

const format = (n: number): string => n.toLocaleString('en-US');

/** Open findings by severity, and what changed. */
export function FindingsPanel({ findings }: { findings: Api<'Summary'>['findings'] }) {
  return (
    <section class="panel" aria-labelledby="findings-title">
      <h2 id="findings-title">Findings</h2>
      <p class="figure">
        <a href={href('findings')}>
          <strong>{format(findings.open)}</strong> open
        </a>
        {findings.known_exploited > 0 && (
          <>
            {', '}
            <a class="exploited" href={href('findings', { kev: 'true' })}>
              <strong>{format(findings.known_exploited)}</strong> known exploited
            </a>
          </>
        )}
      </p>
      <SeverityCounts counts={findings.by_severity} />
      <dl class="figures">
        <Change days={7} added={findings.new_7d} fixed={findings.fixed_7d} />
        <Change days={30} added={findings.new_30d} fixed={findings.fixed_30d} />
        <div>
          <dt>Accepted</dt>
          <dd>
            <a href={href('acceptances')}>{format(findings.accepted)}</a>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Change({ days, added, fixed }: { days: number; added: number; fixed: number }) {
  return (
    <div>
      <dt>{days} days</dt>
      <dd>
        <span class="added">+{format(added)} new</span>{' '}
        <span class="fixed">−{format(fixed)} fixed</span>
      </dd>
    </div>
  );
}
