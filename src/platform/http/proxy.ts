import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { DownloadError } from './download-error.js';

/** The proxies of requests to publishers, as in the environment; an absent one is not used. */
export interface ProxySettings {
  HTTPS_PROXY?: string | undefined;
  HTTP_PROXY?: string | undefined;
  NO_PROXY?: string | undefined;
}

/** A proxy. `name`: what messages show, without its login. */
export interface Proxy {
  url: URL;
  name: string;
  /** the value of Proxy-Authorization; null: no login */
  authorization: string | null;
}

/**
 * Returns the proxy for a URL; null: none. As in curl, NO_PROXY lists names with their subdomains, addresses and CIDR
 * blocks, or is `*`. This machine itself is never asked through a proxy. Throws DownloadError for a proxy that is not
 * supported.
 */
export function proxyFor(url: URL, settings: ProxySettings): Proxy | null {
  const key = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const text = settings[key]?.trim() ?? '';
  const host = bareHost(url);
  if (text === '' || isLoopback(host) || isExcluded(host, settings.NO_PROXY ?? '')) return null;
  return parseProxy(key, text);
}

function parseProxy(key: string, text: string): Proxy {
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new DownloadError(
      `${key} is not supported: it must be a URL like http://user:password@proxy.example.org:3128`,
      { isOfServer: true },
    );
  const login = [url.username, url.password].map(decodeText).join(':');
  const authorization =
    url.username === '' ? null : `Basic ${Buffer.from(login).toString('base64')}`;
  return { url, name: `the proxy ${url.host}`, authorization };
}

/** A `%` that encodes nothing stands for itself: passwords have them. */
const decodeText = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();

const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  (isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback');

function isExcluded(host: string, list: string): boolean {
  if (list.trim() === '*') return true;
  const items = list.toLowerCase().split(/[\s,]+/);
  return items.some((item) => (isIP(host) === 0 ? isDomainOf(item, host) : isBlockOf(item, host)));
}

/** Whether a name is a domain or one below it. A leading or a final dot of the domain does not count. */
function isDomainOf(item: string, host: string): boolean {
  const domain = item.replace(/^\.|\.$/g, '');
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

function isBlockOf(item: string, host: string): boolean {
  const [address = '', bits] = item.replace(/[[\]]/g, '').split('/');
  const kind = isIP(address);
  if (kind === 0 || kind !== isIP(host)) return false;
  const size = kind === 4 ? 32 : 128;
  if (!/^\d+$/.test(bits ?? String(size)) || Number(bits ?? size) > size) return false;
  return ipaddr.parse(host).match(ipaddr.parse(address), Number(bits ?? size));
}
