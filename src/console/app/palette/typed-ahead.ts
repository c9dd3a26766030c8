import { typeKey } from './type-key.js';

/**
 * Collects what is typed until the palette is there: keys must not reach the shortcuts of the page, where `r` runs a
 * template. Enter does nothing, as it would choose an unseen action. Returns a function that ends this and returns the
 * text; null: Escape was pressed, and later keys were for the page.
 */
export function collectTyped(): () => string | null {
  let text: string | null = '';
  const collect = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    text = event.key === 'Escape' ? null : typeKey(text ?? '', event.key);
    if (text === null) end();
  };
  const end = (): void => removeEventListener('keydown', collect, true);
  addEventListener('keydown', collect, true);
  return () => {
    end();
    return text;
  };
}
