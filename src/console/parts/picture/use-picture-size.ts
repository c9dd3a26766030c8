import { isNarrow } from '../narrow.js';

/** Returns the size to draw pictures in: texts stay readable where the page is narrow. */
export const usePictureSize = (): { width: number; fontSize: number } => ({
  width: isNarrow.value ? 340 : 960,
  fontSize: 12,
});
