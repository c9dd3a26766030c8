/** Returns an address that a remote text gives, and its host; null unless it is http or https without a login. */
export function externalAddress(text: string | null): { href: string; host: string } | null {
  if (text === null || !URL.canParse(text)) return null;
  const { href, host, protocol, username, password } = new URL(text);
  const isSafe = /^https?:$/.test(protocol) && username === '' && password === '' && host !== '';
  return isSafe ? { href, host } : null;
}
