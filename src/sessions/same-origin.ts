import { isForeignOrigin } from '../http/common.js';

/** The headers of a request that say which page sent it. */
export interface PageHeaders {
  'sec-fetch-site'?: string | string[];
  origin?: string;
  host?: string;
}

/**
 * Returns whether a request was sent by a page of this service, or by no page at all. Browsers send Sec-Fetch-Site to
 * https and to loopback only; elsewhere Origin decides. `same-site` is refused: another port of this host is another
 * program.
 * @param publicUrl PUBLIC_URL: a proxy may send its own Host
 */
export function isSameOrigin(headers: PageHeaders, publicUrl: string | undefined): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (site !== undefined) return site === 'same-origin';
  if (!isForeignOrigin(origin, host)) return true;
  return publicUrl !== undefined && !isForeignOrigin(origin, new URL(publicUrl).host);
}
