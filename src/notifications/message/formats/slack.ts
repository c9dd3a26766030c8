import type { MessageText } from '../message-text.js';
import { toSlackText } from './escape.js';

const MAX_SECTION = 2900; // Slack refuses a text object of more than 3,000 characters

const section = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text: text.slice(0, MAX_SECTION) },
});

/** Renders the body of an incoming webhook of Slack: blocks, and a text for notifications. */
export function renderSlack({ title, sections, url }: MessageText): object {
  const lists = sections.map(({ heading, lines }) =>
    section(`*${heading}*\n${lines.map((line) => `• ${toSlackText(line)}`).join('\n')}`),
  );
  const link = url === null ? [] : [section(`<${encodeURI(decodeURI(url))}|Open in hostwarden>`)];
  return {
    text: toSlackText(title),
    blocks: [section(`*${toSlackText(title)}*`), ...lists, ...link],
    unfurl_links: false,
    unfurl_media: false,
  };
}
