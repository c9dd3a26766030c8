import { supportText } from '../../../vulnerabilities/support/support.text.js';
import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { knownOf } from '../../parts/hosts/coverage-words.js';
import { SeverityCounts } from '../../parts/severity.js';
import { Fact } from '../../parts/text/fact.js';
import { Time } from '../../parts/time.js';
import { countText, plural } from '../../parts/text/plural.js';

interface HostFactsProps {
  host: Api<'Host'>;
  /** names of its groups */
  groups: readonly string[];
}

/** The text instead of zero. */
const NONE = {
  whole: 'none',
  some: 'none known in what was checked',
  nothing: 'unknown: not checked',
} as const;

const ZEROS = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };

/** The facts about a host, in a grid. */
export function HostFacts({ host, groups }: HostFactsProps) {
  const { inventory } = host;
  const support = host.coverage?.packages.support;
  return (
    <section class="panel" aria-label="Facts">
      <dl class="facts">
        <Fact name="Risk">
          {knownOf(host) === 'whole' ? <RiskOfHost host={host} /> : NONE[knownOf(host)]}
        </Fact>
        <Fact name="Open findings">
          <a href={href(`hosts/${host.id}`, { tab: 'findings' })}>
            <SeverityCounts counts={{ ...ZEROS, ...host.by_severity }} none={NONE[knownOf(host)]} />
          </a>
        </Fact>
        <Fact name="Address">{host.current_ip}</Fact>
        <Fact name="Status">
          {host.status}, last seen <Time at={host.last_seen} />
        </Fact>
        <Fact name="System">
          {inventory ? <SystemOfHost inventory={inventory} /> : 'no inventory'}
        </Fact>
        {support && <Fact name="Support">{supportText(support)}</Fact>}
        <Fact name="Inventory">
          {inventory ? (
            <>
              <Time at={inventory.collected_at} />, {plural(inventory.packages_count, 'package')}
            </>
          ) : (
            'never taken'
          )}
        </Fact>
        <Fact name="Groups">{groups.length === 0 ? 'none' : groups.join(', ')}</Fact>
      </dl>
    </section>
  );
}

/** The risk, and what makes it: the sentence of its worst finding is in the list below. */
function RiskOfHost({ host: { id, risk = 0, known_exploited = 0 } }: { host: Api<'Host'> }) {
  return (
    <>
      <span class="risk">{risk.toFixed(1)}</span> of 100
      {known_exploited > 0 && (
        <>
          ,{' '}
          <a class="exploited" href={href(`hosts/${id}`, { tab: 'findings', kev: 'true' })}>
            {countText(known_exploited)} known exploited
          </a>
        </>
      )}
    </>
  );
}

function SystemOfHost({ inventory }: { inventory: NonNullable<Api<'Host'>['inventory']> }) {
  const { full_os_name, os, running_kernel, reboot_required, restarts_required } = inventory;
  return (
    <>
      {full_os_name ?? os ?? 'unknown'}
      {running_kernel !== null && <span class="muted">, kernel {running_kernel}</span>}
      {reboot_required === true && (
        <>
          {' '}
          <span class="badge warning">reboot needed</span>
        </>
      )}
      {(restarts_required?.length ?? 0) > 0 && (
        <>
          {' '}
          <span class="badge warning" title={restarts_required?.join(', ')}>
            restarts needed
          </span>
        </>
      )}
    </>
  );
}
