import type { ComponentChildren } from 'preact';
import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { ExactTime, now, Time } from '../../parts/time.js';
import { SeverityCounts, type SeverityName } from '../../parts/severity.js';
import { countText } from '../../parts/text/plural.js';
import { checkedPart, type Checked } from '../../parts/hosts/checked-part.js';
import { beginOfDays, isListed, numberText } from './finding-numbers.js';

type Findings = Api<'Summary'>['findings'];

interface FindingsPanelProps {
  findings: Findings;
  hosts: Api<'Summary'>['hosts'];
  /** Unix seconds; null: this is the first */
  lastVisit: number | null;
}

/** Open findings by severity, and what changed. Each number leads to a list with this count. */
export function FindingsPanel({ findings, hosts, lastVisit }: FindingsPanelProps) {
  const checked = checkedPart(hosts);
  return (
    <section class="panel" aria-labelledby="findings-title">
      <h2 id="findings-title">Findings</h2>
      {checked === 'none' && findings.open === 0 ? (
        <p class="figure">Not checked: nothing is known about any host.</p>
      ) : (
        <OpenFindings findings={findings} checked={checked} />
      )}
      {findings.since && <SinceVisit {...{ since: findings.since, at: lastVisit, checked }} />}
      <dl class="figures">
        <Change days={7} added={findings.new_7d} fixed={findings.fixed_7d} checked={checked} />
        <Change days={30} added={findings.new_30d} fixed={findings.fixed_30d} checked={checked} />
        <div>
          <dt>Accepted</dt>
          <dd>
            <FindingsLink filters={{ state: 'accepted' }}>
              {countText(findings.accepted)}
            </FindingsLink>
          </dd>
        </div>
      </dl>
    </section>
  );
}

interface FindingsLinkProps {
  filters: Record<string, string>;
  class?: string;
  children: ComponentChildren;
}

/** Leads to the list of these findings. */
function FindingsLink({ filters, class: name, children }: FindingsLinkProps) {
  return (
    <a class={name} href={href('findings', { view: 'findings', ...filters })}>
      {children}
    </a>
  );
}

/** Returns the address of the open findings of exactly one severity. */
const listOf = (name: SeverityName): string =>
  href('findings', { view: 'findings', state: 'open', severity: name, severity_max: name });

function OpenFindings({ findings, checked }: { findings: Findings; checked: Checked }) {
  return (
    <>
      <p class="figure">
        <FindingsLink filters={{ state: 'open' }}>
          <strong>{numberText(findings.open, checked)}</strong> open
        </FindingsLink>
        {findings.known_exploited > 0 && (
          <>
            {', '}
            <FindingsLink class="exploited" filters={{ state: 'open', kev: 'true' }}>
              <strong>{countText(findings.known_exploited)}</strong> known exploited
            </FindingsLink>
          </>
        )}
      </p>
      {findings.open > 0 && <SeverityCounts counts={findings.by_severity} hrefOf={listOf} />}
    </>
  );
}

interface SinceVisitProps {
  since: NonNullable<Findings['since']>;
  at: number | null;
  checked: Checked;
}

/** The changes since the day of the last visit; how many of them only because more is known. */
function SinceVisit({ since, at, checked }: SinceVisitProps) {
  const { new: added, fixed, from } = since;
  return (
    <p>
      Since the day of your last visit (<Time at={at} />, counted from <ExactTime at={from} />
      ): <ChangeNumber state="new" {...{ count: added.total, from, checked }} />
      {added.knowledge > 0 && (
        <>
          {' ('}
          <ChangesLink filters={{ state: 'new', cause: 'knowledge' }} from={from}>
            {countText(added.knowledge)} by new vulnerability data
          </ChangesLink>
          )
        </>
      )}{' '}
      <ChangeNumber state="fixed" {...{ count: fixed.total, from, checked }} />
    </p>
  );
}

interface ChangesLinkProps {
  filters: Record<string, string>;
  /** Unix seconds */
  from: number;
  children: ComponentChildren;
}

/** Leads to the list of what changed since a time; only text where the list does not go back so far. */
function ChangesLink({ filters, from, children }: ChangesLinkProps) {
  if (!isListed(from, now.value)) return <>{children}</>;
  return <FindingsLink filters={{ ...filters, since: `${from}` }}>{children}</FindingsLink>;
}

interface ChangeNumberProps {
  state: 'new' | 'fixed';
  count: number;
  from: number;
  checked: Checked;
}

/**
 * `+4 appeared`, or `none known to have appeared` where hosts were not checked. The first findings of a host do not
 * count: `new` is the word of a first task for these.
 */
function ChangeNumber({ state, count, from, checked }: ChangeNumberProps) {
  const sign = state === 'new' ? '+' : '−';
  const number =
    count > 0 || checked === 'all' ? `${sign}${countText(count)}` : 'none known to have';
  return (
    <span class={state === 'new' ? 'added' : 'fixed'}>
      <ChangesLink filters={{ state }} from={from}>
        {number} {state === 'new' ? 'appeared' : 'disappeared'}
      </ChangesLink>
    </span>
  );
}

interface ChangeProps {
  days: number;
  added: number;
  fixed: number;
  checked: Checked;
}

function Change({ days, added, fixed, checked }: ChangeProps) {
  const from = beginOfDays(days, now.value);
  const isKnown = checked !== 'none' || added + fixed > 0;
  return (
    <div>
      <dt>{days} days</dt>
      <dd>
        {isKnown ? (
          <>
            <ChangeNumber state="new" {...{ count: added, from, checked }} />{' '}
            <ChangeNumber state="fixed" {...{ count: fixed, from, checked }} />
          </>
        ) : (
          'not checked'
        )}
      </dd>
    </div>
  );
}
