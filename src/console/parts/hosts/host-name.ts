import type { Api } from '../../api/shapes.js';

type Named = Pick<Api<'Host'>, 'hostname' | 'current_ip'>;

/** Returns the name of a host; the address of one without a name. */
export const hostName = ({ hostname, current_ip }: Named): string =>
  hostname === '' ? current_ip : hostname;

/** Returns the name of a host with its address: `web-1 (192.0.2.10)`. */
export const hostNameAndAddress = ({ hostname, current_ip }: Named): string =>
  hostname === '' || hostname === current_ip ? current_ip : `${hostname} (${current_ip})`;
