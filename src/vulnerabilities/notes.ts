import type { Knowledge } from '../knowledge/open.js';
import { RANKS } from '../knowledge/records.js';
import type { VulnerabilityNote } from './facts.js';

interface Row {
  feed: string;
  name: string;
  rank: number;
  vulnerabilities: number;
  aliases: string;
  title: string;
  cvss_score: number | null;
  cvss_vector: string | null;
}

/** Tells of a vulnerability what all records of a generation together know, the same whichever package it is asked for. Where none is about it the title is its id. */
export type ReadNote = (vulnerability: string, generation: number) => VulnerabilityNote;

// Who writes the clearest titles and scores what it writes about.
const FIRST = ['nvd', 'osv-ubuntu', 'osv-debian', 'osv-alpine', 'debian-tracker'];
const MAX_ALIASES = 50;

export function createNotes({ sqlite }: Pick<Knowledge, 'sqlite'>): ReadNote {
  const records = sqlite.prepare<
    [string, number, number],
    Row
  >(`SELECT a.feed, a.name, a.rank, json_array_length(a.vulnerabilities) AS vulnerabilities, a.aliases, a.title, a.cvss_score, a.cvss_vector
    FROM advisory_vulnerabilities v JOIN advisories a ON a.id = v.advisory_id WHERE v.vulnerability_id = ? AND a.since <= ? AND a."until" > ?`);
  return (vulnerability, generation) =>
    noteOf(vulnerability, records.all(vulnerability, generation, generation));
}

/** Of many records one note: title and score of the best that is about this vulnerability itself, then of those about several; aliases of all that are about it. */
export function noteOf(id: string, records: readonly Row[]): VulnerabilityNote {
  const own = records.filter((r) => r.rank < RANKS.advisory).sort(inOrder);
  const all = [...own, ...records.filter((r) => r.rank >= RANKS.advisory).sort(inOrder)];
  // The score of an advisory about several is that of one of them, and it does not say which.
  const scored = all.find((r) => r.cvss_score !== null && r.vulnerabilities === 1);
  const aliases = new Set(
    all.filter((r) => r.vulnerabilities === 1).flatMap((r) => JSON.parse(r.aliases) as string[]),
  );
  aliases.delete(id);
  return {
    id,
    title: all.find((r) => r.title !== r.name && r.title !== id)?.title ?? id,
    aliases: [...aliases].sort().slice(0, MAX_ALIASES),
    cvss_score: scored?.cvss_score ?? null,
    cvss_vector: scored?.cvss_vector ?? null,
  };
}

const place = ({ feed }: Row): number =>
  FIRST.includes(feed) ? FIRST.indexOf(feed) : FIRST.length;
const inOrder = (a: Row, b: Row): number => place(a) - place(b) || (a.name < b.name ? -1 : 1);
