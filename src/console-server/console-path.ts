/** The meaning of a path below `/ui`. */
export type ConsolePath =
  | { kind: 'folder' } // `/ui` without a slash: relative links of the page would be wrong
  | { kind: 'page'; depth: number }
  | { kind: 'asset'; name: string };

const ASSET = /^a\/([\w.-]+)$/;
const FILE_ENDING = /\.(?:js|css|map|svg|png|ico|json|txt|webmanifest)$/;

/**
 * Classifies the URL of a request for the console. Every path is the page, at a depth of folders below `/ui/`, except
 * assets and names of files, which must not be answered with a page.
 */
export function consolePath(url: string): ConsolePath {
  const [path = ''] = url.split(/[?#]/);
  const rest = path.replace(/^\/ui/, '');
  if (rest === '') return { kind: 'folder' };
  const below = rest.slice(1);
  const [, name] = ASSET.exec(below) ?? [];
  if (name !== undefined) return { kind: 'asset', name };
  if (below.startsWith('a/') || FILE_ENDING.test(below)) return { kind: 'asset', name: '' };
  return { kind: 'page', depth: below.split('/').length - 1 };
}

/** Returns whether a client, such as a browser, asks for a page (header `Accept`). */
export const acceptsHtml = (accept: string | undefined): boolean =>
  /(?:^|,)\s*text\/html\b/.test(accept ?? '');
