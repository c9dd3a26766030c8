import { groupBy } from '../../../lib/collections.js';
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
export function toAcceptances({ statements, skipped: unidentified }: VexDocument): {
  acceptances: VendorAcceptance[];
  skipped: SkippedStatements;
} {
  const skipped: SkippedStatements = { product: unidentified, version: 0, contradicted: 0 };
  const latest = latestStatements(statements);
  const others = latest.filter(({ status }) => status === 'other');
  const isContradicted = findContradictions(others);
  const kept: VendorAcceptance[] = [];
  for (const statement of latest) {
    const { status, match, vulnerability } = statement;
    if (status === 'other') continue;
    if (match === null) skipped.product += 1;
    else if (status === 'fixed' && match.versions === null) skipped.version += 1;
    else if (isContradicted(vulnerability, match)) skipped.contradicted += 1;
    else kept.push(toAcceptance(statement, status, match));
  }
  return { acceptances: mergeAcceptances(kept), skipped };
}

function latestStatements(statements: readonly VexStatement[]): VexStatement[] {
  const latest = new Map<string, VexStatement>();
  for (const statement of statements) {
    const { vulnerability, product, match, at } = statement;
    const key = JSON.stringify([vulnerability, product, match?.scopes]);
    const known = latest.get(key);
    if (!known || (known.at ?? 0) <= (at ?? 0)) latest.set(key, statement);
  }
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
  // A long text may be that of many products.
  const sentence = impact === null ? '' : `: ${impact.slice(0, 4 * MAX_REASON)}`;
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
function mergeAcceptances(acceptances: readonly VendorAcceptance[]): VendorAcceptance[] {
  const byRelease = mergeBy(acceptances, 'scopes');
  return mergeBy(byRelease, 'architectures');
}

/** Merges acceptances that differ in one list only. A group of them is merged once: it may have ten thousands. */
const mergeBy = (
  acceptances: readonly VendorAcceptance[],
  list: 'scopes' | 'architectures',
): VendorAcceptance[] =>
  groupBy(acceptances, ({ match, ...acceptance }) =>
    JSON.stringify({ ...acceptance, product: null, match: { ...match, [list]: null } }),
  ).flatMap((group) => mergeGroup(group, list));

function mergeGroup(
  [first, ...others]: readonly VendorAcceptance[],
  list: 'scopes' | 'architectures',
): VendorAcceptance[] {
  if (first === undefined || others.length === 0) return first ? [first] : [];
  const lists = [first, ...others].map(({ match }) => match[list]);
  // Null is any architecture.
  const merged = lists.includes(null) ? null : [...new Set(lists.flatMap((l) => l ?? []))].sort();
  return [{ ...first, match: { ...first.match, [list]: merged } }];
}
