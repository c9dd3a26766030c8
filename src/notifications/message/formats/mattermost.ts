import type { MessageText } from '../message-text.js';
import { toMarkdownText } from './escape.js';

const MAX_TEXT = 16_000; // Mattermost refuses a post of more than 16,383 characters

/** Renders the body of an incoming webhook of Mattermost. */
export const renderMattermost = (text: MessageText): object => ({
  text: renderMessageMarkdown(text).slice(0, MAX_TEXT),
  username: 'hostwarden',
});

/** Renders a message as Markdown; foreign text in it is escaped. */
function renderMessageMarkdown({ title, sections, url }: MessageText): string {
  const lists = sections.map(
    ({ heading, lines }) =>
      `**${heading}**\n\n${lines.map((line) => `- ${toMarkdownText(line)}`).join('\n')}`,
  );
  const link = url === null ? [] : [`[Open in hostwarden](${url})`];
  return [`**${toMarkdownText(title)}**`, ...lists, ...link].join('\n\n');
}
