import type { FleetRemediation } from '../../fleet/fleet.js';
import type { Severity } from '../../knowledge/records.js';
import type { SelectedFinding } from '../../reports/selections.js';
import { NOTIFICATION_EVENTS, type Digest } from '../events.js';
import {
  MAX_MESSAGE_ENTRIES,
  type MessageContent,
  type MessageSummary,
} from '../message/message.js';
import { countOf, newFindingsPhrase } from '../message/phrases.js';

/** The state of all hosts. `remediations`: highest risk first. */
export interface DigestFleet {
  open: number;
  remediations: readonly FleetRemediation[];
}

const NAMES: Readonly<Record<Digest, string>> = { daily: 'Daily digest', weekly: 'Weekly digest' };

/**
 * Builds the message of a digest from those that waited for it.
 * @param time Unix seconds
 */
export function buildDigest(
  digest: Digest,
  held: readonly MessageContent[],
  fleet: DigestFleet,
  time: number,
): MessageContent {
  const counts = addSummaries(held, fleet.open);
  const findings = firstByRisk(held.flatMap((message) => message.findings));
  const happened = new Set(held.flatMap(({ events }) => events));
  const phrases = [
    newFindingsPhrase(counts),
    `${counts.fixed} fixed`,
    `${countOf(fleet.open, 'open finding')}`,
    ...(counts.items === 0 ? [] : [countOf(counts.items, 'other event')]),
  ];
  return {
    event: 'digest',
    events: NOTIFICATION_EVENTS.filter((event) => happened.has(event)),
    time,
    template: null,
    task: null,
    summary: { text: `${NAMES[digest]}: ${phrases.join(', ')}`, ...counts },
    findings,
    more: counts.new - findings.length,
    fixed: firstByRisk(held.flatMap((message) => message.fixed)),
    items: held.flatMap(toItems).slice(0, MAX_MESSAGE_ENTRIES),
    remediations: fleet.remediations.map(({ host_id, ip, name, title, findings: n, risk }) => ({
      host_id,
      ip,
      name,
      title,
      findings: n,
      risk,
    })),
  };
}

function firstByRisk(findings: readonly SelectedFinding[]): SelectedFinding[] {
  return findings.toSorted((a, b) => b.risk - a.risk).slice(0, MAX_MESSAGE_ENTRIES);
}

/** The items of a message, with the name of its template in front: there are many of them in a digest. */
const toItems = ({ template, items }: MessageContent): MessageContent['items'] =>
  template === null
    ? items
    : items.map((item) => ({ ...item, text: `${template.name}: ${item.text}` }));

function addSummaries(held: readonly MessageContent[], open: number): Omit<MessageSummary, 'text'> {
  const sum = (of: (summary: MessageSummary) => number): number =>
    held.reduce((total, { summary }) => total + of(summary), 0);
  const severities: Partial<Record<Severity, number>> = {};
  for (const { summary } of held)
    for (const [severity, count] of Object.entries(summary.by_severity) as [Severity, number][])
      severities[severity] = (severities[severity] ?? 0) + count;
  return {
    new: sum((s) => s.new),
    fixed: sum((s) => s.fixed),
    open,
    known_exploited: sum((s) => s.known_exploited),
    by_severity: severities,
    items: sum((s) => s.items),
  };
}
