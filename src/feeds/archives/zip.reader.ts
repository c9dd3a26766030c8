import { readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

const PAGE_BYTES = 1 << 18;

/**
 * Reads a file through its most recently read page. The directory of a zip has tens of thousands of small consecutive
 * entries: a request to the thread pool for each would cost more than all the rest.
 */
export class PagedReader extends RandomAccessReader {
  private page: Buffer = Buffer.alloc(0);
  private pageStart = 0;

  constructor(private readonly fd: number) {
    super();
  }

  /** Returns `length` bytes from `position` on, or fewer at the end of the file. They are valid until the next call. */
  view(position: number, length: number): Buffer {
    const isInPage =
      position >= this.pageStart && position + length <= this.pageStart + this.page.length;
    if (!isInPage) {
      const buffer = Buffer.allocUnsafe(Math.max(PAGE_BYTES, length));
      this.page = buffer.subarray(0, readSync(this.fd, buffer, 0, buffer.length, position));
      this.pageStart = position;
    }
    return this.page.subarray(position - this.pageStart, position - this.pageStart + length);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    let read: number;
    try {
      read = this.view(position, length).copy(buffer, offset);
    } catch (error) {
      callback(error as Error);
      return;
    }
    callback(read < length ? new Error('unexpected end of file') : null, read);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.chunks(start, end), { objectMode: false });
  }

  /** Yields the bytes of a range in chunks. */
  *chunks(start: number, end: number): Generator<Buffer> {
    for (let at = start; at < end; at += PAGE_BYTES) {
      const chunk = Buffer.from(this.view(at, Math.min(PAGE_BYTES, end - at)));
      if (chunk.length === 0) return;
      yield chunk;
    }
  }
}
