import { describe, expect, it } from 'vitest';
import { renderText } from '../../../src/notifications/message/message-text.js';
import type { MessageItem } from '../../../src/notifications/message/message.js';
import type { NotificationEvent } from '../../../src/notifications/events.js';
import { message } from './messages.js';

const items = (event: NotificationEvent, count: number): MessageItem[] =>
  Array.from({ length: count }, (_, i) => ({
    event,
    text: `${event} ${i}`,
    host_id: null,
    ip: null,
    name: null,
  }));

describe('the lists of a message', () => {
  it('count what they leave out for each event', () => {
    const { sections } = renderText({
      ...message(),
      findings: [],
      more: 0,
      fixed: [],
      remediations: [],
      items: [...items('port.opened', 20), ...items('task.incomplete', 3)],
      summary: {
        ...message().summary,
        fixed: 0,
        items: 145,
        by_event: { 'port.opened': 40, 'task.incomplete': 3, 'host.unreachable': 102 },
      },
    });
    const ends = sections.map(({ heading, lines }) => [heading, lines.length, lines.at(-1)]);
    expect(ends).toEqual([
      ['Without a result', 3, 'task.incomplete 2'],
      ['No longer reachable', 1, '102 not listed here'],
      ['Opened ports and new hosts', 6, 'and 35 more'],
    ]);
  });
});
