import { createHash } from 'node:crypto';
import type { Sections } from '../report/sections.js';

/**
 * The last stored report of a host. A report with the same fingerprint has the same packages, and the
 * same answer to whether a reboot is required.
 */
export interface LastStored {
  fingerprint: string;
  rebootRequired: boolean | null;
}

// Every other section may decide which packages there are, how they are matched, or whether the running kernel is the
// newest.
const IRRELEVANT_SECTIONS = new Set([
  'collected-at',
  'cpuinfo',
  'hostname',
  'meminfo',
  'old-code',
  'uptime',
]);

/**
 * Returns 16 bytes that are equal for two reports only when everything that decides about packages is
 * equal; null for texts that are not well-formed.
 */
export function fingerprint(sections: Sections): string | null {
  const hash = createHash('sha256');
  for (const [name, text] of Object.entries(sections)) {
    if (IRRELEVANT_SECTIONS.has(name)) continue;
    if (!text.isWellFormed() || !name.isWellFormed()) return null; // different texts would have the same bytes
    hash.update(`${name.length} ${text.length} ${name}`).update(text);
  }
  return hash.digest().toString('latin1', 0, 16);
}
