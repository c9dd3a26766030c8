import { signal } from '@preact/signals';

const NARROW = matchMedia('(max-width: 640px)');
const isNarrow = signal(NARROW.matches);
NARROW.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});

/** Returns the size to draw pictures in: texts stay readable where the page is narrow. */
export const usePictureSize = (): { width: number; fontSize: number } => ({
  width: isNarrow.value ? 340 : 960,
  fontSize: 12,
});
