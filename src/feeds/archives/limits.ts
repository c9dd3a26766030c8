import { FormatError } from '../formats/format.js';

/** What an archive may come to; publishers' own stay far below. */
export interface ArchiveLimits {
  /** files in an archive or folder */
  members: number;
  /** bytes of one file, unpacked */
  memberBytes: number;
  /** bytes of all files, unpacked */
  totalBytes: number;
  /** unpacked to packed bytes, where more than `ratioFrom` bytes came out */
  ratio: number;
  ratioFrom: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
  members: 1_000_000,
  memberBytes: 4 * 1024 ** 3,
  totalBytes: 16 * 1024 ** 3,
  ratio: 120,
  ratioFrom: 64 * 1024 ** 2,
};

/** What came out of an archive so far. Every method throws FormatError (`too_large`) once a limit is passed. */
export interface Budget {
  member(): void;
  /** of the member that was begun last */
  bytes(count: number): void;
}

/** @param packed bytes of the archive as it came; what lies unpacked in a folder has no ratio */
export function createBudget(packed: number, limits: ArchiveLimits = ARCHIVE_LIMITS): Budget {
  let [members, inMember, total] = [0, 0, 0];
  const most = Math.max(limits.ratioFrom, packed * limits.ratio);
  return {
    member() {
      inMember = 0;
      if (++members > limits.members)
        throw new FormatError('too_large', `The archive holds more than ${limits.members} files`);
    },
    bytes(count) {
      inMember += count;
      total += count;
      if (inMember > limits.memberBytes)
        throw new FormatError(
          'too_large',
          `A file in the archive is larger than ${limits.memberBytes} bytes`,
        );
      if (total > limits.totalBytes)
        throw new FormatError(
          'too_large',
          `The archive unpacks to more than ${limits.totalBytes} bytes`,
        );
      if (total > most)
        throw new FormatError(
          'too_large',
          `The archive unpacks to more than ${limits.ratio} times its size`,
        );
    },
  };
}
