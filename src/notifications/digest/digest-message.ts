import type { FleetRemediation } from '../../fleet/fleet.js';
import type { Severity } from '../../knowledge/records.js';
import type { SelectedFinding } from '../../reports/selections.js';
import { pluralize } from '../../lib/text.js';
import { NOTIFICATION_EVENTS, type Digest, type NotificationEvent } from '../events.js';
import {
  EMPTY_SUMMARY,
  MAX_MESSAGE_ENTRIES,
  type MessageContent,
  type MessageSummary,
} from '../message/message.js';
import { newFindingsPhrase } from '../message/phrases.js';

/** The state of all hosts. `remediations`: highest risk first. */
export interface DigestFleet {
  open: number;
  remediations: readonly FleetRemediation[];
}

const NAMES: Readonly<Record<Digest, string>> = { daily: 'Daily digest', weekly: 'Weekly digest' };
const LAST = 'Last digest';

/** The messages that waited for a digest, together; its lists are bounded. */
export interface DigestSum {
  counts: Omit<MessageSummary, 'text'>;
  findings: readonly SelectedFinding[];
  fixed: readonly SelectedFinding[];
  items: MessageContent['items'];
  happened: ReadonlySet<NotificationEvent>;
}

export const EMPTY_SUM: DigestSum = {
  counts: EMPTY_SUMMARY,
  findings: [],
  fixed: [],
  items: [],
  happened: new Set(),
};

/** Returns the sum with further messages, so that any number of them needs little memory. */
export const addToSum = (sum: DigestSum, held: readonly MessageContent[]): DigestSum => ({
  counts: addSummaries(sum.counts, held),
  findings: firstByRisk([...sum.findings, ...held.flatMap((message) => message.findings)]),
  fixed: firstByRisk([...sum.fixed, ...held.flatMap((message) => message.fixed)]),
  items: [...sum.items, ...held.flatMap(toItems)].slice(0, MAX_MESSAGE_ENTRIES),
  happened: new Set([...sum.happened, ...held.flatMap(({ events }) => events)]),
});

/**
 * Builds the message of a digest from those that waited for it.
 * @param digest null: it was switched off, and this is the last one
 * @param time Unix seconds
 */
export function buildDigest(
  digest: Digest | null,
  { counts: sums, findings, fixed, items, happened }: DigestSum,
  fleet: DigestFleet,
  time: number,
): MessageContent {
  const counts = { ...sums, open: fleet.open };
  const phrases = [
    newFindingsPhrase(counts),
    `${counts.fixed} fixed`,
    `${pluralize(fleet.open, 'open finding')}`,
    ...(counts.items === 0 ? [] : [pluralize(counts.items, 'other event')]),
  ];
  return {
    event: 'digest',
    events: NOTIFICATION_EVENTS.filter((event) => happened.has(event)),
    time,
    template: null,
    task: null,
    summary: {
      text: `${digest === null ? LAST : NAMES[digest]}: ${phrases.join(', ')}`,
      ...counts,
    },
    findings: [...findings],
    more: counts.new - findings.length,
    fixed: [...fixed],
    items: [...items],
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

function addSummaries(
  before: DigestSum['counts'],
  held: readonly MessageContent[],
): DigestSum['counts'] {
  const sum = (of: (summary: DigestSum['counts']) => number): number =>
    held.reduce((total, { summary }) => total + of(summary), of(before));
  const severities = { ...before.by_severity };
  for (const { summary } of held)
    for (const [severity, count] of Object.entries(summary.by_severity) as [Severity, number][])
      severities[severity] = (severities[severity] ?? 0) + count;
  return {
    new: sum((s) => s.new),
    fixed: sum((s) => s.fixed),
    open: null,
    known_exploited: sum((s) => s.known_exploited),
    by_severity: severities,
    items: sum((s) => s.items),
    by_event: addCounts([before, ...held.map(({ summary }) => summary)]),
  };
}

/** Adds the numbers of each event. */
function addCounts(summaries: readonly DigestSum['counts'][]): DigestSum['counts']['by_event'] {
  const sums: DigestSum['counts']['by_event'] = {};
  for (const { by_event: counts = {} } of summaries)
    for (const [event, count] of Object.entries(counts) as [NotificationEvent, number][])
      sums[event] = (sums[event] ?? 0) + count;
  return sums;
}
