import { signal } from '@preact/signals';
import { href, screenPath } from './place.js';

/** The address of the page. `query` holds the state of the screen. */
export interface PageAddress {
  path: string;
  query: Readonly<Record<string, string>>;
}

const read = (): PageAddress => ({
  path: screenPath(location.pathname) ?? '',
  query: Object.fromEntries(new URLSearchParams(location.search)),
});

/** The current address. */
export const address = signal<PageAddress>(read());

/** Opens a screen. `replace`: without a new entry in the history. */
export function navigate(
  path: string,
  query: Readonly<Record<string, string>> = {},
  { replace = false } = {},
): void {
  const url = href(path, query);
  if (replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  const isNewScreen = path !== address.value.path;
  address.value = read();
  if (isNewScreen) scrollTo(0, 0);
}

/** Follows Back, Forward, and clicks on links of the console. Call it once. */
export function startRouter(): void {
  addEventListener('popstate', () => {
    address.value = read();
  });
  document.addEventListener('click', (event) => {
    const path = followedPath(event);
    if (path === null) return;
    event.preventDefault();
    navigate(path.path, path.query);
  });
}

/** Returns where a click leads within the console; null: the browser follows it. */
function followedPath(event: MouseEvent): PageAddress | null {
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (event.defaultPrevented || event.button !== 0 || !isPlain) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!link || link.hasAttribute('target') || link.hasAttribute('download')) return null;
  // A link within a picture is an SVGAElement, which has no parts of its address.
  const url = new URL(link.getAttribute('href') ?? '', location.href);
  if (url.origin !== location.origin || url.hash !== '') return null;
  const path = screenPath(url.pathname);
  if (path === null) return null;
  return { path, query: Object.fromEntries(url.searchParams) };
}
