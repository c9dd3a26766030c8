import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FeedFormat, Item } from '../../src/feeds/formats/format.js';
import type { KnowledgeRecord, RejectedRecord } from '../../src/knowledge/records.js';

/** Returns the text of a sample of a publisher's data. */
export const feedSample = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../fixtures/feeds/${path}`, import.meta.url)), 'utf8');

export interface FeedItems {
  records: KnowledgeRecord[];
  rejected: RejectedRecord[];
  /** rejected parts of a record whose rest is in `records` */
  partial: RejectedRecord[];
  ignored: string[];
  items: Item[];
  version: string | null;
}

/** Reads all items of a text, by kind. */
export async function readFeed(
  format: FeedFormat,
  text: string | string[],
  path = '',
  part = '',
): Promise<FeedItems> {
  const items: Item[] = [];
  for await (const item of format.read({
    path,
    part,
    text: typeof text === 'string' ? [text] : text,
  }))
    items.push(item);
  const rejections = items.flatMap((item) => ('rejected' in item ? [item] : []));
  return {
    items,
    records: items.flatMap((item) => ('record' in item ? [item.record] : [])),
    rejected: rejections.filter(({ partial }) => partial !== true).map(({ rejected }) => rejected),
    partial: rejections.filter(({ partial }) => partial === true).map(({ rejected }) => rejected),
    ignored: items.flatMap((item) => ('ignored' in item ? [item.ignored] : [])),
    version:
      items
        .flatMap((item) => ('version' in item ? [item.version] : []))
        .sort()
        .at(-1) ?? null,
  };
}
