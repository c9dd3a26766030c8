import { FormatError } from '../formats/format.js';

/** What an archive may come to; publishers' own stay far below. */
export interface ArchiveLimits {
  /** files in an archive or folder */
  maxMembers: number;
  /** bytes of one file, unpacked */
  maxMemberBytes: number;
  /** bytes of all files, unpacked */
  maxTotalBytes: number;
  /** unpacked to packed bytes, where more than `ratioFrom` bytes came out */
  maxRatio: number;
  ratioCheckedFrom: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
  maxMembers: 1_000_000,
  maxMemberBytes: 4 * 1024 ** 3,
  maxTotalBytes: 16 * 1024 ** 3,
  maxRatio: 120,
  ratioCheckedFrom: 64 * 1024 ** 2,
};

/** What came out of an archive so far. Every method throws FormatError (`too_large`) once a limit is passed. */
export interface Budget {
  addMember(): void;
  /** of the member that was begun last */
  addBytes(count: number): void;
}

/** @param packed bytes of the archive as it came; what lies unpacked in a folder has no ratio */
export function createBudget(packed: number, limits: ArchiveLimits = ARCHIVE_LIMITS): Budget {
  let [members, inMember, total] = [0, 0, 0];
  const most = Math.max(limits.ratioCheckedFrom, packed * limits.maxRatio);
  return {
    addMember() {
      inMember = 0;
      if (++members > limits.maxMembers)
        throw new FormatError(
          'too_large',
          `The archive holds more than ${limits.maxMembers} files`,
        );
    },
    addBytes(count) {
      inMember += count;
      total += count;
      if (inMember > limits.maxMemberBytes)
        throw new FormatError(
          'too_large',
          `A file in the archive is larger than ${limits.maxMemberBytes} bytes`,
        );
      if (total > limits.maxTotalBytes)
        throw new FormatError(
          'too_large',
          `The archive unpacks to more than ${limits.maxTotalBytes} bytes`,
        );
      if (total > most)
        throw new FormatError(
          'too_large',
          `The archive unpacks to more than ${limits.maxRatio} times its size`,
        );
    },
  };
}
