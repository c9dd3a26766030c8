import type { MessageText } from '../message-text.js';
import { renderPlainLists } from './plain.js';

const MAX_MESSAGE = 3500; // ntfy makes a longer message, of 4,096 bytes, an attachment
const PRIORITIES = { bad: 4, good: 2, neutral: 3 } as const;
const TAGS = { bad: ['warning'], good: ['white_check_mark'], neutral: [] } as const;

/** Renders the JSON that ntfy publishes to a topic. */
export function renderNtfy(text: MessageText, topic: string): object {
  const { title, url, tone } = text;
  const lists = renderPlainLists({ ...text, url: null });
  return {
    topic,
    title,
    message: cutBytes(lists === '' ? title : lists, MAX_MESSAGE),
    priority: PRIORITIES[tone],
    tags: TAGS[tone],
    ...(url !== null && { click: url }),
  };
}

function cutBytes(text: string, max: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= max) return text;
  return `${bytes
    .subarray(0, max)
    .toString()
    .replace(/\uFFFD+$/, '')}…`;
}
