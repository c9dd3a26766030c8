import { deflateRawSync, inflateRawSync } from 'node:zlib';

const MIN_DEFLATED_LENGTH = 1000;

/** Returns a shared line as it is stored: a long one as raw deflate. */
export const encodeLine = (line: string): string | Buffer =>
  line.length < MIN_DEFLATED_LENGTH ? line : deflateRawSync(line);

/** @internal */
export const decodeLine = (stored: string | Buffer): string =>
  typeof stored === 'string' ? stored : inflateRawSync(stored).toString();
