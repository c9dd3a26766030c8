/**
 * Returns the URL of a request without the prefix that a proxy leaves in it. A URL without the prefix stays: commands
 * and agents may call the service directly.
 * @param base BASE_PATH, like `/team/hw`; undefined: none
 */
export function withoutBasePath(url: string, base: string | undefined): string {
  if (base === undefined || !url.startsWith(base)) return url;
  const rest = url.slice(base.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}

/**
 * Returns where the root leads: to the console below BASE_PATH, also where a proxy removed it from the URL. Without
 * BASE_PATH it is relative to the URL, which may lack the slash at its end.
 */
export function consoleLocation(originalUrl: string, base: string | undefined): string {
  if (base !== undefined) return `${base}/ui/`;
  const [path = ''] = originalUrl.split('?');
  const last = path.split('/').at(-1) ?? '';
  return last === '' ? 'ui/' : `${last}/ui/`;
}
