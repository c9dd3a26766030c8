import { readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

const PAGE_BYTES = 1 << 18;

/**
 * Reads of a file, mostly from the page that was read last: a zip's directory holds tens of thousands of small entries one after the other,
 * and asking the thread pool for each would cost more than all the rest.
 */
export class PagedReader extends RandomAccessReader {
  private page: Buffer = Buffer.alloc(0);
  private pageAt = 0;

  constructor(private readonly fd: number) {
    super();
  }

  /** The bytes from `position` on, `length` of them or fewer at the end of the file. Valid until the next call. */
  view(position: number, length: number): Buffer {
    if (position < this.pageAt || position + length > this.pageAt + this.page.length) {
      const room = Buffer.allocUnsafe(Math.max(PAGE_BYTES, length));
      this.page = room.subarray(0, readSync(this.fd, room, 0, room.length, position));
      this.pageAt = position;
    }
    return this.page.subarray(position - this.pageAt, position - this.pageAt + length);
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

  /** The bytes of a range, in pieces. */
  *chunks(start: number, end: number): Generator<Buffer> {
    for (let at = start; at < end; at += PAGE_BYTES) {
      const piece = Buffer.from(this.view(at, Math.min(PAGE_BYTES, end - at)));
      if (piece.length === 0) return;
      yield piece;
    }
  }
}
