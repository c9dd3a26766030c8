import { typeKey } from './type-key.js';

/**
 * Collects what is typed until the palette is there: keys must not reach the shortcuts of the page, where `r` runs a
 * template. Returns a function that ends this and returns the text.
 */
export function collectTyped(): () => string {
  let text = '';
  const collect = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    text = typeKey(text, event.key);
  };
  addEventListener('keydown', collect, true);
  return () => {
    removeEventListener('keydown', collect, true);
    return text;
  };
}
