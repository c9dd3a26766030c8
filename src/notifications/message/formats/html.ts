import type { MessageText } from '../message-text.js';
import { toHtmlText } from './escape.js';

/** Renders a message as HTML without a page around it; foreign text in it is escaped. */
export function renderHtmlFragment({ title, sections, url }: MessageText): string {
  const lists = sections.map(({ heading, lines }) => {
    const items = lines.map((line) => `<li>${toHtmlText(line)}</li>`).join('');
    return `<p><strong>${toHtmlText(heading)}</strong></p><ul>${items}</ul>`;
  });
  const link = url === null ? '' : `<p><a href="${toHtmlText(url)}">Open the report</a></p>`;
  return `<p><strong>${toHtmlText(title)}</strong></p>${lists.join('')}${link}`;
}
