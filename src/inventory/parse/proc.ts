import type { Parsed } from '../inventory.js';
import { parseBytes, firstNonEmptyLine } from './text.js';

/** Parses the host name; null for none, and for the placeholder of a host without a name. */
export function parseHostname(text: string): Parsed<string | null> {
  const name = firstNonEmptyLine(text);
  const isName = name !== null && name !== '(none)' && /^[^\s]{1,255}$/.test(name);
  return isName ? { value: name, warnings: [] } : { value: null, warnings: ['no host name'] };
}

/** Parses /proc/meminfo: the memory available to the kernel, in bytes. */
export function parseMeminfo(text: string): Parsed<number | null> {
  const match = /^MemTotal:[ \t]{0,40}(\d{1,15})(?: kB)?[ \t\r]*$/m.exec(text);
  const value = parseBytes(match?.[1], 1024);
  return { value, warnings: value === null ? ['no MemTotal'] : [] };
}

/** Parses /proc/uptime: whole seconds since the boot. */
export function parseUptime(text: string): Parsed<number | null> {
  const match = /^\s{0,40}(\d{1,12})(?:\.\d{1,9})?(?:\s|$)/.exec(text);
  return match === null
    ? { value: null, warnings: ['no uptime'] }
    : { value: Number(match[1]), warnings: [] };
}
