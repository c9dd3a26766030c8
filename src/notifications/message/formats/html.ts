import type { MessageText } from '../message-text.js';
import { escapeHtml } from '../../../reports/formats/html.tables.js';

/** Renders a message as HTML without a page around it; foreign text in it is escaped. */
export function renderHtmlFragment({ title, sections, url }: MessageText): string {
  const lists = sections.map(({ heading, lines }) => {
    const items = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('');
    return `<p><strong>${escapeHtml(heading)}</strong></p><ul>${items}</ul>`;
  });
  const link = url === null ? '' : `<p><a href="${escapeHtml(url)}">Open in hostwarden</a></p>`;
  return `<p><strong>${escapeHtml(title)}</strong></p>${lists.join('')}${link}`;
}
