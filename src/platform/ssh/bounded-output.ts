/** Collects at most `maxBytes`; what is more is thrown away and flagged, so that the far end can go on to its own end. */
export function createBoundedOutput(maxBytes: number): {
  push: (data: Buffer) => void;
  take: () => Buffer;
  isCut: () => boolean;
} {
  const chunks: Buffer[] = [];
  let size = 0;
  let isTruncated = false;
  return {
    push: (data) => {
      const kept = data.subarray(0, maxBytes - size);
      if (kept.length < data.length) isTruncated = true;
      if (kept.length === 0) return;
      size += kept.length;
      chunks.push(kept);
    },
    take: () => Buffer.concat(chunks),
    isCut: () => isTruncated,
  };
}
