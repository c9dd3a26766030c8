import type { MessageText } from '../message-text.js';

/** Renders the lists of a message as plain text. */
export function renderPlainLists({ sections, url }: Pick<MessageText, 'sections' | 'url'>): string {
  const lists = sections.map(
    ({ heading, lines }) => `${heading}:\n${lines.map((line) => `- ${line}`).join('\n')}`,
  );
  return [...lists, ...(url === null ? [] : [url])].join('\n\n');
}

/** Renders a message as plain text. */
export function renderPlain(text: MessageText): string {
  const lists = renderPlainLists(text);
  return lists === '' ? text.title : `${text.title}\n\n${lists}`;
}
