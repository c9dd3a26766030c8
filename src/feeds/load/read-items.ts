import type { ArchiveLimits } from '../archives/limits.js';
import { openArchive } from '../archives/open-archive.js';
import { FormatError, type FeedFormat, type Item } from '../formats/format.js';
import { explainRefusal } from './explain-refusal.js';
import type { JobFile } from './jobs.js';

/**
 * Reads the items of a file in its own order, with the part of the feed that each is of. Throws FormatError if the
 * whole file cannot be read.
 */
export async function readItems(
  file: JobFile,
  format: FeedFormat,
  onItem: (part: string, item: Item) => void,
  limits?: ArchiveLimits,
): Promise<void> {
  const members = openArchive(file.path, (path) => format.isMember(path), limits);
  for await (const { path, text } of members) {
    const part = file.part ?? format.partOf(path);
    try {
      for await (const item of format.read({ path, part, text })) onItem(part, item);
    } catch (error) {
      throw await explainFormatError(error, file.path, path, format);
    }
  }
}

/** Adds to a FormatError what was expected and found. Returns other errors unchanged. */
async function explainFormatError(
  error: unknown,
  file: string,
  member: string,
  format: FeedFormat,
): Promise<unknown> {
  if (!(error instanceof FormatError) || error.code === 'too_large') return error;
  return new FormatError(error.code, await explainRefusal(error.message, file, format, member));
}
