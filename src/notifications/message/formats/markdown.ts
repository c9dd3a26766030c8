import type { MessageText } from '../message-text.js';
import { toMarkdownText } from './escape.js';

/** Renders a message as Markdown; foreign text in it is escaped. */
export function renderMessageMarkdown({ title, sections, url }: MessageText): string {
  const lists = sections.map(
    ({ heading, lines }) =>
      `**${heading}**\n\n${lines.map((line) => `- ${toMarkdownText(line)}`).join('\n')}`,
  );
  const link = url === null ? [] : [`[Open in hostwarden](${url})`];
  return [`**${toMarkdownText(title)}**`, ...lists, ...link].join('\n\n');
}
