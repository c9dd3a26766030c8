import { NOTIFICATION_EVENTS } from '../events.js';
import type { NotificationMessage } from './message.js';
import { findingPhrase, headingOf, hostPhrase, toLine } from './phrases.js';

/** A list in a message, below its heading. */
export interface TextSection {
  heading: string;
  lines: string[];
}

/** The text for people, equal in every format: lines without line breaks. `tone`: how bad it is. */
export interface MessageText {
  title: string;
  sections: TextSection[];
  url: string | null;
  tone: 'bad' | 'good' | 'neutral';
}

const LISTED = 5; // of a list, in a message to people: a summary and a link, not a dump

const listed = (heading: string, lines: readonly string[], total: number): TextSection[] => {
  if (total === 0) return [];
  const shown = lines.slice(0, LISTED);
  const more = total - shown.length;
  const rest = shown.length === 0 ? `${more} not listed here` : `and ${more} more`;
  return [{ heading, lines: [...shown, ...(more > 0 ? [rest] : [])] }];
};

/** Renders the text of a message. Foreign text in it is one line, bounded, and not escaped. */
export function renderText(message: NotificationMessage): MessageText {
  const { summary, findings, more, fixed, items, remediations, url } = message;
  return {
    title: toLine(summary.text),
    sections: [
      ...listed('New findings', findings.map(findingPhrase), findings.length + more),
      ...itemSections(items, summary),
      ...listed('Fixed', fixed.map(findingPhrase), summary.fixed),
      ...listed('First remediations', remediations.map(remediationPhrase), remediations.length),
    ],
    url,
    tone: toneOf(message),
  };
}

function itemSections(
  items: NotificationMessage['items'],
  { by_event: counts = {} }: NotificationMessage['summary'],
): TextSection[] {
  const listedEvents = new Set(items.map(({ event }) => event));
  // The list of a digest is bounded for all events together: of some of them it may have none.
  const events = NOTIFICATION_EVENTS.filter((e) => listedEvents.has(e) || (counts[e] ?? 0) > 0);
  return events.flatMap((event) => {
    const lines = items.filter((item) => item.event === event).map(({ text }) => toLine(text));
    return listed(headingOf(event), lines, counts[event] ?? lines.length);
  });
}

const remediationPhrase = (remediation: NotificationMessage['remediations'][number]): string =>
  `${toLine(remediation.title)} on ${hostPhrase(remediation)} (risk ${remediation.risk})`;

function toneOf({ event, events }: NotificationMessage): MessageText['tone'] {
  if (event === 'test' || event === 'digest') return 'neutral';
  return events.every((name) => name === 'finding.fixed') ? 'good' : 'bad';
}
