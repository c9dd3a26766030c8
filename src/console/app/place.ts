const script = import.meta.url; // a variable: the bundler takes `new URL(…, import.meta.url)` for an asset

/** Where the console is: `https://example.org/prefix/ui/`. All scripts are in its folder `a`. */
const UI = new URL('../', script);

/** Where the service is, one folder above the console. Its path ends with a slash. */
export const ROOT = new URL('../', UI);

/** Returns the address of a screen, such as `hosts/3`, with its query. */
export function href(path: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `${UI.pathname}${path}${search === '' ? '' : `?${search}`}`;
}

/** Returns the path of a screen from an address; null: it is not of the console. */
export const screenPath = (pathname: string): string | null =>
  pathname.startsWith(UI.pathname) ? pathname.slice(UI.pathname.length) : null;

/** Returns the name of a stored value: two services may share an origin. */
export const storageKey = (name: string): string => `hostwarden:${ROOT.pathname}:${name}`;

/** The build of this page, to compare with that of the service. */
export const PAGE_VERSION =
  document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? '';
