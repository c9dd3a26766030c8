import type { Severity } from '../../knowledge/records.js';
import { severitiesAtLeast } from '../severity.js';

/** What a list of findings is narrowed to; what is absent does not narrow. */
export interface FindingFilter {
  host_id?: number;
  vulnerability_id?: string;
  severity?: Severity;
  kev?: boolean;
  package?: string;
  group_id?: number;
  accepted?: boolean;
  unimportant?: boolean;
}

/** The acceptance that covers a finding now. Of several the one that began first. */
export const ACCEPTANCE = `(SELECT json_object('reason', a.reason, 'by', a."by", 'until', a."until") FROM acceptances a WHERE a.vulnerability_id = k.vulnerability_id
  AND (a.host_id IS NULL OR a.host_id = f.host_id) AND (a.package IS NULL OR a.package = k.package) AND a.ended_at IS NULL AND (a."until" IS NULL OR a."until" > @now) ORDER BY a.id LIMIT 1)`;

// What the data told after the last look was first seen then: it was there at that look already, and was seen no earlier than it was known.
const lastSeen = (
  packages: string,
): string => `max(f.first_seen, CASE k.origin WHEN 'package' THEN coalesce(${packages}, f.last_seen)
  WHEN 'service' THEN coalesce((SELECT last_seen FROM services WHERE host_id = f.host_id AND transport = k.transport AND port = k.port), f.last_seen) ELSE f.last_seen END)`;

/** When the package or port of a finding was last looked at. */
export const LAST_SEEN = lastSeen(
  '(SELECT looked_at FROM host_judgements WHERE host_id = f.host_id)',
);
/** The same where host_judgements is joined as j: a third of the time over many findings. */
export const LAST_SEEN_JOINED = lastSeen('j.looked_at');

/** From the worst: 0 to 5. */
export const SEVERITY_RANK =
  "(CASE k.severity WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'medium' THEN 2 WHEN 'low' THEN 3 WHEN 'none' THEN 4 ELSE 5 END)";

export interface Conditions {
  ofFact: string;
  ofHost: string;
  values: Record<string, unknown>;
}

/** The conditions on facts (k, with vulnerabilities v) and on who has them (host_findings f). Values are bound by name. */
export function conditionsOf(filter: FindingFilter, now: number): Conditions {
  const ofFact: string[] = [];
  const ofHost: string[] = [];
  if (!filter.unimportant) ofFact.push("json_extract(k.basis, '$.unimportant') IS NULL");
  if (filter.vulnerability_id !== undefined) ofFact.push('k.vulnerability_id = @vulnerability_id');
  if (filter.severity !== undefined)
    ofFact.push(
      `k.severity IN (${severitiesAtLeast(filter.severity)
        .map((word) => `'${word}'`)
        .join(', ')})`,
    );
  if (filter.kev !== undefined) ofFact.push(filter.kev ? 'v.kev IS NOT NULL' : 'v.kev IS NULL');
  if (filter.package !== undefined) ofFact.push('k.package = @package');
  if (filter.host_id !== undefined) ofHost.push('f.host_id = @host_id');
  if (filter.group_id !== undefined)
    ofHost.push('f.host_id IN (SELECT host_id FROM group_hosts WHERE group_id = @group_id)');
  if (filter.accepted !== undefined)
    ofHost.push(`${ACCEPTANCE} IS ${filter.accepted ? 'NOT ' : ''}NULL`);
  const all = (parts: readonly string[]): string =>
    parts.length === 0 ? '1' : parts.join(' AND ');
  const { host_id, vulnerability_id, package: name, group_id } = filter;
  const values = Object.fromEntries(
    Object.entries({ host_id, vulnerability_id, package: name, group_id }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  return { ofFact: all(ofFact), ofHost: all(ofHost), values: { ...values, now } };
}
