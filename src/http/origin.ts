/**
 * Does a request come from a page of another site? `origin` and `host` are its headers. No Origin: no browser. Schemes are not compared: behind a
 * TLS proxy a page's https is http here.
 */
export function isForeignOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return false;
  if (!URL.canParse(origin) || host === undefined) return true;
  const { protocol, host: from } = new URL(origin);
  if (!/^https?:$/.test(protocol) || !URL.canParse(`${protocol}//${host}`)) return true;
  return new URL(`${protocol}//${host}`).host !== from; // both without their scheme's default port
}
