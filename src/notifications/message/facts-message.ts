import type { ConditionEvent } from '../events.js';
import type { EventFacts } from '../outbox/outbox.statements.js';
import { EMPTY_SUMMARY, type MessageContent } from './message.js';
import { conditionPhrase } from './phrases.js';

/** Builds the message about something that is not of a task. */
export const buildFactsMessage = (
  event: ConditionEvent | 'schedule.missed',
  { count, items }: EventFacts,
  time: number,
): MessageContent => ({
  event,
  events: [event],
  time,
  template: null,
  task: null,
  summary: {
    ...EMPTY_SUMMARY,
    text: conditionPhrase(event, count),
    items: count,
    by_event: { [event]: count },
  },
  findings: [],
  more: 0,
  fixed: [],
  items: items.map(({ text, host_id: id = null, ip = null, name = null }) => ({
    event,
    text,
    host_id: id,
    ip,
    name,
  })),
  remediations: [],
});
