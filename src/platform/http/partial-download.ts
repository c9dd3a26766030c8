import type { Hash } from 'node:crypto';
import { createReadStream, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';

/** HTTP validators of the last download, for conditional requests. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** A part of a file, with the validators of its response. `validator`: the strong one. */
export interface PartialFile extends Validators {
  bytes: number;
  validator: string;
}

/**
 * Returns the partial download of an earlier attempt, if it can be resumed. A weak validator does
 * not guarantee equal bytes (RFC 9110, section 13.1.5).
 */
export function readPartial(file: string, url: string): PartialFile | null {
  try {
    const stored = JSON.parse(readFileSync(`${file}.part.json`, 'utf8')) as Validators & {
      url: string;
    };
    const validator = stored.etag?.startsWith('"') ? stored.etag : stored.lastModified;
    const bytes = statSync(`${file}.part`).size;
    return stored.url === url && validator && bytes > 0
      ? { bytes, validator, etag: stored.etag, lastModified: stored.lastModified }
      : null;
  } catch {
    return null;
  }
}

/** Deletes the partial download of a file. */
export function removePartial(file: string): void {
  for (const end of ['.part', '.part.json']) rmSync(file + end, { force: true });
}

/**
 * Truncates the partial file to `bytes` and hashes its contents, so that new data follows exactly
 * there.
 */
export async function hashPartial(file: string, bytes: number, hash: Hash): Promise<void> {
  truncateSync(file, bytes);
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
}
