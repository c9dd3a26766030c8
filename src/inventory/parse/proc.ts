import type { Parsed } from '../inventory.js';
import { parseBytes, firstLine } from './text.js';

/** Reads the name that a host gives itself; null for none, and for the names of a host that was never given one. */
export function parseHostname(text: string): Parsed<string | null> {
  const name = firstLine(text);
  const isGiven = name !== null && name !== '(none)' && /^[^\s]{1,255}$/.test(name);
  return isGiven ? { value: name, warnings: [] } : { value: null, warnings: ['no host name'] };
}

/** Reads /proc/meminfo: the memory the kernel can use, in bytes. */
export function parseMeminfo(text: string): Parsed<number | null> {
  const match = /^MemTotal:[ \t]{0,40}(\d{1,15})(?: kB)?[ \t\r]*$/m.exec(text);
  const value = parseBytes(match?.[1], 1024);
  return { value, warnings: value === null ? ['no MemTotal'] : [] };
}

/** Reads /proc/uptime: whole seconds since the start. */
export function parseUptime(text: string): Parsed<number | null> {
  const match = /^\s{0,40}(\d{1,12})(?:\.\d{1,9})?(?:\s|$)/.exec(text);
  return match === null
    ? { value: null, warnings: ['no uptime'] }
    : { value: Number(match[1]), warnings: [] };
}
