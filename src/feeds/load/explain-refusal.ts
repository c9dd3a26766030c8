import type { FeedName } from '../../knowledge/records.js';
import { archiveFormat, openArchive } from '../archives/open-archive.js';
import { sanitize } from '../formats/coerce.js';
import { FormatError, type FeedFormat } from '../formats/format.js';
import { FEED_CONTENTS, identifyContent, type IdentifiedContent } from '../formats/identify.js';

const MAX_SAMPLE_LENGTH = 32 * 1024; // characters
const MAX_SHOWN_PATH = 100;

/**
 * Returns why a file was refused, with what was expected and what it seems to be. The file is opened again for that.
 * @param message why its content could not be read
 * @param member the refused file of an archive or folder; null: the first one that has records
 */
export async function explainRefusal(
  message: string,
  path: string,
  format: FeedFormat,
  member: string | null = null,
): Promise<string> {
  const found = await identifyFile(path, format, member);
  const where = member === null || member === '' ? '' : `${sanitize(member, MAX_SHOWN_PATH)}: `;
  const expected =
    found === null || found.feed === format.name ? '' : `. ${expectation(format.name, found)}`;
  return `${where}${message}${expected}${archiveText(path, format.name, found)}`;
}

/** The files of the feeds that have a single one. */
const SINGLE_FILES: Partial<Record<FeedName, string>> = {
  kev: 'the JSON or CSV file itself',
  epss: 'the CSV file itself, plain or gzip',
};

/** Returns a sentence about an archive in place of a single file; empty for other files. */
function archiveText(path: string, feed: FeedName, found: IdentifiedContent | null): string {
  const single = SINGLE_FILES[feed];
  const format = archiveFormat(path) ?? (found?.isArchive === true ? 'tar' : null);
  return single === undefined || format === null
    ? ''
    : `. This is a ${format} archive; ${feed} takes ${single}`;
}

function expectation(expected: FeedName, { feed, text }: IdentifiedContent): string {
  const owner = feed === null ? '' : `: a file of the feed ${feed}`;
  return `Expected ${FEED_CONTENTS[expected]}, found ${text}${owner}`;
}

/** Returns null if the file cannot be read. */
async function identifyFile(
  path: string,
  format: FeedFormat,
  member: string | null,
): Promise<IdentifiedContent | null> {
  const isWanted = (name: string): boolean =>
    member === null ? format.isMember(name) : name === member;
  try {
    for await (const { text } of openArchive(path, isWanted))
      return await identifyText(text, format.name);
    for await (const other of openArchive(path, () => true))
      return {
        feed: null,
        isArchive: true,
        text: `an archive whose first file is ${JSON.stringify(sanitize(other.path, MAX_SHOWN_PATH))}`,
      };
    return { feed: null, isArchive: true, text: 'an archive without files' };
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

async function identifyText(
  text: Iterable<string> | AsyncIterable<string>,
  expected: FeedName,
): Promise<IdentifiedContent> {
  let head = '';
  for await (const chunk of text) {
    head += chunk;
    if (head.length >= MAX_SAMPLE_LENGTH) break;
  }
  return identifyContent(head, expected);
}
