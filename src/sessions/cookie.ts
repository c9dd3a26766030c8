import { hash } from 'node:crypto';

/**
 * Returns the name of the cookie of a data directory. Services on several ports of one host share the cookies of a
 * browser, so each has its own name.
 */
export const cookieName = (dataDir: string): string =>
  `hostwarden-${hash('sha256', dataDir, 'hex').slice(0, 8)}`;

/** Returns the value of a cookie in the header `Cookie` (RFC 6265, section 4.2); undefined without it. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const end = pair.indexOf('=');
    if (end > 0 && pair.slice(0, end).trim() === name) return pair.slice(end + 1).trim();
  }
  return undefined;
}

export interface CookieOptions {
  /** seconds; 0 deletes the cookie */
  maxAge: number;
  /** the request was sent over TLS */
  isSecure: boolean;
}

/**
 * Returns a header `Set-Cookie`. It has no Path: the browser then uses the folder of the request, which is right behind
 * a proxy that adds a prefix.
 */
export function cookieHeader(
  name: string,
  value: string,
  { maxAge, isSecure }: CookieOptions,
): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
}
