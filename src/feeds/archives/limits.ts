import { FormatError } from '../formats/format.js';

/** Limits of an archive. The publishers' archives are far below. */
export interface ArchiveLimits {
  /** files in an archive or folder */
  maxMembers: number;
  /** bytes of one file, decompressed */
  maxMemberBytes: number;
  /** bytes of all files, decompressed */
  maxTotalBytes: number;
  /** decompressed to compressed bytes, checked from `ratioCheckedFrom` decompressed bytes on */
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

/** Counts what was read from an archive. Every method throws FormatError (`too_large`) when a limit is exceeded. */
export interface Budget {
  /** A member starts. */
  addMember: () => void;
  /** Bytes of the current member were read. */
  addBytes: (count: number) => void;
}

/** @param compressedBytes size of the archive; an uncompressed folder has no ratio */
export function createBudget(
  compressedBytes: number,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Budget {
  let members = 0;
  let memberBytes = 0;
  let totalBytes = 0;
  const maxBytesByRatio = Math.max(limits.ratioCheckedFrom, compressedBytes * limits.maxRatio);
  return {
    addMember() {
      memberBytes = 0;
      members += 1;
      if (members > limits.maxMembers)
        throw tooLarge(`The archive has more than ${limits.maxMembers} files`);
    },
    addBytes(count) {
      memberBytes += count;
      totalBytes += count;
      if (memberBytes > limits.maxMemberBytes)
        throw tooLarge(`A file in the archive is larger than ${limits.maxMemberBytes} bytes`);
      if (totalBytes > limits.maxTotalBytes)
        throw tooLarge(`The archive decompresses to more than ${limits.maxTotalBytes} bytes`);
      if (totalBytes > maxBytesByRatio)
        throw tooLarge(`The archive decompresses to more than ${limits.maxRatio} times its size`);
    },
  };
}

const tooLarge = (message: string): FormatError => new FormatError('too_large', message);
