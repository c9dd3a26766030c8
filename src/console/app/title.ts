import { useEffect } from 'preact/hooks';
import { withoutBidiControls } from '../parts/text/bidi-controls.js';

/** Sets the title of the page: `Hosts · hostwarden`. */
export function useTitle(...words: readonly string[]): void {
  const title = [...words, 'hostwarden'].join(' · ');
  useEffect(() => {
    document.title = withoutBidiControls(title);
  }, [title]);
}
