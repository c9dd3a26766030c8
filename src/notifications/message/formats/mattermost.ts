import type { MessageText } from '../message-text.js';
import { renderMessageMarkdown } from './markdown.js';

const MAX_TEXT = 16_000; // Mattermost refuses a post of more than 16,383 characters

/** Renders the body of an incoming webhook of Mattermost. */
export const renderMattermost = (text: MessageText): object => ({
  text: renderMessageMarkdown(text).slice(0, MAX_TEXT),
  username: 'hostwarden',
});
