import { signal } from '@preact/signals';

const NARROW = matchMedia('(max-width: 640px)');

/** Whether the page is as narrow as on a phone. */
export const isNarrow = signal(NARROW.matches);

NARROW.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});
