import type { SEVERITIES } from '../../knowledge/records.js';
import { singleLine } from '../present/text.js';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text from elsewhere, as text of an element or of a quoted attribute. */
export const escapeHtml = (text: string): string =>
  singleLine(text).replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);

/** A link where the address is one that can be followed without harm, else the text alone. */
export function link(url: string | null, text: string): string {
  const isWeb = url !== null && /^https?:\/\/[^\s"'<>]+$/i.test(url) && URL.canParse(url);
  return isWeb
    ? `<a href="${escapeHtml(url)}" rel="noreferrer noopener">${escapeHtml(text)}</a>`
    : escapeHtml(text);
}

/** A severity: the colour never stands alone. */
export const severityMark = (severity: (typeof SEVERITIES)[number]): string =>
  `<span class="sev"><i class="s-${severity}"></i>${severity}</span>`;
