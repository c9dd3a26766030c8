import type { MessageText } from '../message-text.js';
import { escapeHtml } from '../../../reports/formats/html.tables.js';
import { renderHtmlFragment } from './html.js';
import { renderPlain } from './plain.js';

/** The parts of a mail. `subject` is one line. */
export interface MailParts {
  subject: string;
  text: string;
  html: string;
}

const FOOTER = 'Sent by hostwarden. Change or end this with: hostwarden channel';

/** Renders a mail: a summary and a link, as text and as HTML. */
export function renderMail(text: MessageText): MailParts {
  const { title } = text;
  const style = 'font-family:sans-serif;font-size:14px;line-height:1.4';
  return {
    subject: `[hostwarden] ${title}`,
    text: `${renderPlain(text)}\n\n-- \n${FOOTER}\n`,
    html:
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>` +
      `<body style="${style}">${renderHtmlFragment(text)}` +
      `<p style="color:#666">${escapeHtml(FOOTER)}</p></body></html>\n`,
  };
}
