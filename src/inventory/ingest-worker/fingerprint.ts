import { createHash } from 'node:crypto';
import type { Sections } from '../report/sections.js';

/** What was stored last of a host: a report of the same basis has the same packages, and tells the same of a reboot. */
export interface LastStored {
  basis: string;
  rebootRequired: boolean | null;
}

// All other sections may have a say in which packages there are, how they are judged, or whether the running kernel is the newest.
const WITHOUT_A_SAY = new Set(['collected-at', 'cpuinfo', 'hostname', 'meminfo', 'uptime']);

/** 16 bytes that are the same for two reports only where everything is that tells of packages; null: can't be told. */
export function fingerprint(sections: Sections): string | null {
  const hash = createHash('sha256');
  for (const [name, text] of Object.entries(sections)) {
    if (WITHOUT_A_SAY.has(name)) continue;
    if (!text.isWellFormed() || !name.isWellFormed()) return null; // different ones would become the same bytes
    hash.update(`${name.length} ${text.length} ${name}`).update(text);
  }
  return hash.digest().toString('latin1', 0, 16);
}
