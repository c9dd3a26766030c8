import type { MessageText } from '../message-text.js';
import { renderHtmlFragment } from './html.js';
import { renderPlain } from './plain.js';

/** Renders the content of a message event of Matrix (m.room.message). `m.notice`: bots do not answer it. */
export const renderMatrix = (text: MessageText): object => ({
  msgtype: 'm.notice',
  body: renderPlain(text),
  format: 'org.matrix.custom.html',
  formatted_body: renderHtmlFragment(text),
});
