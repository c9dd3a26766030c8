import { countText } from '../../lib/text.js';

interface Counts {
  /** ids */
  vulnerabilities: readonly string[];
  findings: number;
  /** of the vulnerabilities */
  known_exploited: number;
}

/**
 * Returns `50 vulnerabilities (1 known exploited), 62 findings`, as every form counts an action. A vulnerability in
 * several packages is several findings; these are left out if they are as many.
 */
export function remediationCountText({
  vulnerabilities,
  findings,
  known_exploited,
}: Counts): string {
  const count = countText(vulnerabilities.length, 'vulnerability', 'vulnerabilities');
  const exploited = known_exploited === 0 ? '' : ` (${known_exploited} known exploited)`;
  const all = findings === vulnerabilities.length ? '' : `, ${countText(findings, 'finding')}`;
  return count + exploited + all;
}

/**
 * Whether an action resolves its findings; otherwise no version that its release offers does. A service whose branch
 * ended has later branches.
 */
export const isFix = ({ action, port }: { action: string; port: number | null }): boolean =>
  action !== 'no_fix' && (action !== 'end_of_life' || port !== null);
