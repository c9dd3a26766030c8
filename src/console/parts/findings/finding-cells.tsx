import type { Api } from '../../api/shapes.js';

type Rated = Pick<Api<'Vulnerability'>, 'risk' | 'risk_reason' | 'kev' | 'epss'>;

/** A risk, 0 to 100, with its reason on hover. */
export function Risk({ risk, risk_reason }: Pick<Rated, 'risk' | 'risk_reason'>) {
  return (
    <span class="risk" title={risk_reason}>
      {risk.toFixed(1)}
    </span>
  );
}

/** The mark of a vulnerability that is known to be exploited. */
export function ExploitedMark({ kev }: Pick<Rated, 'kev'>) {
  if (kev === null) return null;
  const due = kev.due_date === null ? '' : `, due ${kev.due_date}`;
  return (
    <span class="badge exploited" title={`listed by CISA on ${kev.date_added}${due}`}>
      {kev.ransomware ? 'exploited, ransomware' : 'exploited'}
    </span>
  );
}

/** Returns the EPSS probability of exploitation in 30 days: `12.3 %`. */
export const epssText = (epss: Rated['epss']): string =>
  epss === null ? '' : `${(epss.score * 100).toFixed(1)} %`;

type Place = Pick<
  Api<'Finding'>,
  'package' | 'architecture' | 'port' | 'transport' | 'installed_version' | 'fixed_version'
>;

/** The installed version, and the one that fixes it. */
export function Versions({ installed_version, fixed_version }: Place) {
  if (installed_version === null && fixed_version === null) return null;
  return (
    <>
      {installed_version ?? 'unknown'} → {fixed_version ?? <span class="muted">no fix</span>}
    </>
  );
}

/** The mark of a finding that was accepted, with the reason on hover. */
export function AcceptedMark({ accepted }: Pick<Api<'Finding'>, 'accepted'>) {
  if (accepted === null) return null;
  return (
    <span class="badge" title={`${accepted.reason} (${accepted.by})`}>
      accepted
    </span>
  );
}
