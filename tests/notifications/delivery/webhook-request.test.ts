import { describe, expect, it } from 'vitest';
import { createWebhookRequest } from '../../../src/notifications/delivery/webhook-request.js';
import { WEBHOOK_FORMATS, type WebhookFormat } from '../../../src/notifications/events.js';
import { message } from '../message/messages.js';

const ID = '1876951040123456';
const TITLE = 'nightly (TASK-00012): 7 new findings (7 critical; 1 known exploited)';
const FIRST =
  'CRITICAL CVE-2024-6387 in openssh-server 1:9.2p1-2 on web-1 (192.0.2.10), known exploited';
const HOST = '<b>@here</b> *x* [a](http://evil.example) Bcc: a@evil.example\u00b7';
const SECOND = `CRITICAL CVE-2024-6387 at 22/tcp on ${HOST} (192.0.2.10), known exploited`;
const ITEM = 'web-2 (192.0.2.11): The host did not answer.';
const URL = 'https://hw.example/ui/tasks/12';
const escaped = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]()<>#+!|~]/g, '\\$&')
    .replaceAll('@', '@\u200b')
    .replaceAll('://', ':\u200b//');
const slack = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const html = slack;
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });

const BODIES: Readonly<Record<Exclude<WebhookFormat, 'json'>, object>> = {
  slack: {
    text: TITLE,
    blocks: [
      section(`*${TITLE}*`),
      section(`*New findings*\n• ${FIRST}\n• ${slack(SECOND)}\n• and 5 more`),
      section(`*Without a result*\n• ${ITEM}`),
      section(`<${URL}|Open in hostwarden>`),
    ],
    unfurl_links: false,
    unfurl_media: false,
  },
  mattermost: {
    username: 'hostwarden',
    text: [
      `**${escaped(TITLE)}**`,
      '**New findings**',
      `- ${escaped(FIRST)}\n- ${escaped(SECOND)}\n- and 5 more`,
      '**Without a result**',
      `- ${escaped(ITEM)}`,
      `[Open in hostwarden](${URL})`,
    ].join('\n\n'),
  },
  teams: {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { text: escaped(TITLE), weight: 'bolder', size: 'medium', color: 'attention' },
            { text: 'New findings', weight: 'bolder', spacing: 'medium' },
            { text: `- ${escaped(FIRST)}\r- ${escaped(SECOND)}\r- and 5 more` },
            { text: 'Without a result', weight: 'bolder', spacing: 'medium' },
            { text: `- ${escaped(ITEM)}` },
          ].map((block) => ({ type: 'TextBlock', wrap: true, ...block })),
          actions: [{ type: 'Action.OpenUrl', title: 'Open in hostwarden', url: URL }],
        },
      },
    ],
  },
  matrix: {
    msgtype: 'm.notice',
    body: `${TITLE}\n\nNew findings:\n- ${FIRST}\n- ${SECOND}\n- and 5 more\n\nWithout a result:\n- ${ITEM}\n\n${URL}`,
    format: 'org.matrix.custom.html',
    formatted_body:
      `<p><strong>${TITLE}</strong></p><p><strong>New findings</strong></p>` +
      `<ul><li>${FIRST}</li><li>${html(SECOND)}</li><li>and 5 more</li></ul>` +
      `<p><strong>Without a result</strong></p><ul><li>${ITEM}</li></ul>` +
      `<p><a href="${URL}">Open in hostwarden</a></p>`,
  },
  ntfy: {
    topic: 'ops alerts',
    title: TITLE,
    message: `New findings:\n- ${FIRST}\n- ${SECOND}\n- and 5 more\n\nWithout a result:\n- ${ITEM}`,
    priority: 4,
    tags: ['warning'],
    click: URL,
  },
};

describe('the request of a webhook', () => {
  it.each(Object.entries(BODIES))('of format %s has this body', (format, body) => {
    const target = {
      format: format as WebhookFormat,
      url: 'https://a.example/x/ops%20alerts',
      secret: null,
    };
    expect(JSON.parse(createWebhookRequest(target, message(), 1).body)).toEqual(body);
  });

  it('of format json has the message itself as its body', () => {
    const target = { format: 'json', url: 'https://a.example/', secret: null } as const;
    expect(JSON.parse(createWebhookRequest(target, message(), 1).body)).toEqual(message());
  });

  it.each([
    ['json', 'POST', 'https://a.example/x/topic', 'hostwarden-signature'],
    ['slack', 'POST', 'https://a.example/x/topic', 'hostwarden-signature'],
    ['mattermost', 'POST', 'https://a.example/x/topic', 'hostwarden-signature'],
    ['teams', 'POST', 'https://a.example/x/topic', 'hostwarden-signature'],
    ['matrix', 'PUT', `https://a.example/x/topic/${ID}`, 'authorization'],
    ['ntfy', 'POST', 'https://a.example/x/', 'authorization'],
  ] as const)('of format %s is %s %s with the header %s', (format, method, url, header) => {
    const target = { format, url: 'https://a.example/x/topic', secret: 'key' };
    const request = createWebhookRequest(target, message(), 1_790_000_000);
    expect(request).toMatchObject({ method, url });
    expect(Object.keys(request.headers).sort()).toEqual(
      ['content-type', 'idempotency-key', 'user-agent', header].sort(),
    );
    expect(request.headers['idempotency-key']).toBe(ID);
  });

  it('has a signature that depends on secret, time and body', () => {
    const sign = (secret: string, now: number, id: number): string | undefined =>
      createWebhookRequest(
        { format: 'json', url: 'https://a.example/', secret },
        message({ id }),
        now,
      ).headers['hostwarden-signature'];
    const signatures = [sign('a', 1, 1), sign('b', 1, 1), sign('a', 2, 1), sign('a', 1, 2)];
    expect(new Set(signatures.map((s) => s?.split('v1=')[1])).size).toBe(4);
    expect(sign('a', 7, 1)).toMatch(/^t=7,v1=[0-9a-f]{64}$/);
  });

  it.each(WEBHOOK_FORMATS.filter((format) => format !== 'json'))(
    'of format %s is bounded, however long foreign text is',
    (format) => {
      const [finding] = message().findings;
      const long = { ...finding, name: 'x'.repeat(100_000), vulnerability_id: 'y'.repeat(100_000) };
      const findings = Array.from({ length: 20 }, () => long) as NonNullable<typeof finding>[];
      const target = { format, url: 'https://a.example/topic', secret: null };
      expect(createWebhookRequest(target, message({ findings }), 1).body.length).toBeLessThan(8000);
    },
  );
});
