import { visitInSlices, type SlicedWork } from '../../../lib/slices.js';
import { cleanField, printable } from '../../../lib/text.js';
import type { ProductMatch } from '../covers.js';
import type { Justification } from '../justifications.js';
import { findContradictions } from './contradictions.js';

/** One product in one statement of a VEX document. `at`: orders statements about the same; null: unknown. */
export interface VexStatement {
  vulnerability: string;
  /** `other`: affected, or under investigation */
  status: 'not_affected' | 'fixed' | 'other';
  justification: Justification | null;
  /** the vendor's sentence, uncleaned; null: none */
  impact: string | null;
  /** a package URL or CPE name, as in the document */
  product: string;
  /** null: not understood */
  match: ProductMatch | null;
  at: number | null;
}

/** A VEX document of any format. `skipped`: products that have no package URL or CPE name. */
export interface VexDocument {
  format: 'openvex' | 'csaf';
  source: string;
  author: string;
  statements: VexStatement[];
  skipped: number;
}

/** A vendor's statement as an acceptance. */
export interface VendorAcceptance {
  vulnerability_id: string;
  reason: string;
  justification: Justification | null;
  vex_status: 'not_affected' | 'fixed';
  product: string;
  match: ProductMatch;
}

/** Why statements are not kept, with their number. */
export interface SkippedStatements {
  /** the product is not understood, or of a kind that is not matched */
  product: number;
  /** `fixed` without a version would cover all versions */
  version: number;
  /** another statement of the document says that some of these versions are affected */
  contradicted: number;
}

/**
 * Returns the acceptances of a document. Of several statements about one product and vulnerability, the latest counts.
 * `affected` and `under_investigation` make no acceptance; they prevent a wider one.
 */
export function* toAcceptances({ statements, skipped: unidentified }: VexDocument): SlicedWork<{
  acceptances: VendorAcceptance[];
  skipped: SkippedStatements;
}> {
  const skipped: SkippedStatements = { product: unidentified, version: 0, contradicted: 0 };
  const latest = yield* latestStatements(statements);
  const others = latest.filter(({ status }) => status === 'other');
  const isContradicted = yield* findContradictions(others);
  const kept: VendorAcceptance[] = [];
  yield* visitInSlices(latest, (statement) => {
    const { status, match, vulnerability } = statement;
    if (status === 'other') return;
    if (match === null) skipped.product += 1;
    else if (status === 'fixed' && match.versions === null) skipped.version += 1;
    else if (isContradicted(vulnerability, match)) skipped.contradicted += 1;
    else kept.push(toAcceptance(statement, status, match));
  });
  return { acceptances: yield* mergeAcceptances(kept), skipped };
}

function* latestStatements(statements: readonly VexStatement[]): SlicedWork<VexStatement[]> {
  const latest = new Map<string, VexStatement>();
  yield* visitInSlices(statements, (statement) => {
    const { vulnerability, product, match, at } = statement;
    const key = JSON.stringify([vulnerability, product, match?.scopes]);
    const known = latest.get(key);
    if (!known || (known.at ?? 0) <= (at ?? 0)) latest.set(key, statement);
  });
  return [...latest.values()];
}

const MAX_REASON = 1000;

function toAcceptance(
  { vulnerability, justification, impact, product }: VexStatement,
  status: VendorAcceptance['vex_status'],
  match: ProductMatch,
): VendorAcceptance {
  const verdict = status === 'fixed' ? 'Fixed in this version' : 'Not affected';
  const why = justification === null ? '' : ` (${justification})`;
  const sentence = impact === null ? '' : `: ${impact}`;
  return {
    vulnerability_id: vulnerability,
    reason: cleanVexText(`${verdict}${why}${sentence}`, MAX_REASON),
    justification: status === 'fixed' ? null : justification,
    vex_status: status,
    product,
    match: { ...match, scopes: match.scopes.toSorted() },
  };
}

/** Returns text of a document on one line, without characters that hide or reorder text. */
export const cleanVexText = (text: string, max: number): string =>
  printable(cleanField(text, max * 2))
    .slice(0, max)
    .toWellFormed();

/** Merges acceptances that differ in ecosystems only, then those that differ in architectures only. */
function* mergeAcceptances(
  acceptances: readonly VendorAcceptance[],
): SlicedWork<VendorAcceptance[]> {
  const byRelease = yield* mergeBy(acceptances, ({ names, of, versions, architectures }) => [
    names,
    of,
    versions,
    architectures,
  ]);
  return yield* mergeBy(byRelease, ({ names, of, versions, scopes }) => [
    names,
    of,
    versions,
    scopes,
  ]);
}

function* mergeBy(
  acceptances: readonly VendorAcceptance[],
  keyOf: (match: ProductMatch) => unknown,
): SlicedWork<VendorAcceptance[]> {
  const merged = new Map<string, VendorAcceptance>();
  yield* visitInSlices(acceptances, (acceptance) => {
    const { vulnerability_id, vex_status, justification, reason, match } = acceptance;
    const key = JSON.stringify([vulnerability_id, vex_status, justification, reason, keyOf(match)]);
    const known = merged.get(key);
    merged.set(key, known ? mergeMatches(known, match) : acceptance);
  });
  return [...merged.values()];
}

function mergeMatches(known: VendorAcceptance, added: ProductMatch): VendorAcceptance {
  const { scopes, architectures } = known.match;
  const match = {
    ...known.match,
    scopes: [...new Set([...scopes, ...added.scopes])].sort(),
    architectures: mergeArchitectures(architectures, added.architectures),
  };
  return { ...known, match };
}

const mergeArchitectures = (
  a: readonly string[] | null,
  b: readonly string[] | null,
): string[] | null => (a === null || b === null ? null : [...new Set([...a, ...b])].sort());
