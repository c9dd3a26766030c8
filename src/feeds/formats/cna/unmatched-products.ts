import type { RecordRange } from '../../../knowledge/records.js';
import { canonicalCpeName } from '../../../vulnerabilities/matching/services/cpe-synonyms.js';
import { asArray, asObject, asText, type Json } from '../coerce.js';
import { cpeProductName, parseCpeMatchName } from '../cpe.js';
import { affectedEntries, cpeNamesOf } from './cna-ranges.js';
import { isDistribution, isExamined, isNamed } from './product-name.js';
import { AMBIGUOUS, CNA_NAMES } from './product-names.js';
import { parseStatements, parseStatus } from './statements.js';

/**
 * Returns the programs that a record names without product data: their CPE names (`f5:nginx`), each once. These are
 * programs of affected entries whose versions are all not understood. A record without any product data names the
 * program that its description starts with, followed by versions. A program in another place of a description is
 * often only what an affected product works with.
 * @param ranges all ranges of the record
 */
export function unmatchedProducts(cve: Json, ranges: readonly RecordRange[]): string[] {
  const entries = affectedEntries(cve).filter((entry) => !isDistribution(entry));
  const known = new Set(
    ranges.map(({ affectedPackage }) => canonicalCpeName(affectedPackage.name)),
  );
  const named = new Set<string>();
  for (const entry of entries) {
    const others = productsOf(entry).filter((name) => !known.has(name));
    if (others.length === 0) continue;
    const names = hasData(entry) ? known : named;
    for (const name of others) names.add(name);
  }
  if (ranges.length === 0 && !entries.some(isNamed)) {
    const described = describedProduct(cve.descriptions);
    if (described !== null) named.add(canonicalCpeName(described));
  }
  return [...named].filter((name) => !known.has(name)).sort();
}

const productsOf = (entry: Json): string[] =>
  cpeNamesOf(entry)
    .map(parseCpeMatchName)
    .flatMap((name) => (name === null ? [] : [canonicalCpeName(cpeProductName(name))]));

/** Whether the status of any version is understood: also that none is affected. */
function hasData(entry: Json): boolean {
  const { versions, defaultStatus } = entry;
  const entries = asArray(versions).map(asObject);
  return entries.length === 0
    ? isExamined(entry) && parseStatus(defaultStatus) !== null
    : entries.some((version) => parseStatements(version) !== null);
}

/** Names of programs as descriptions write them. One that means other things too needs its publisher before it. */
const PROGRAMS = new Map(
  Object.entries(CNA_NAMES).flatMap(([cpe, [vendors, products]]) => {
    const [vendor = '', product = ''] = cpe.split(':');
    const programs = [product.replaceAll('_', ' '), ...products];
    const publishers = [vendor, ...vendors];
    const full = publishers.flatMap((name) => programs.map((program) => `${name} ${program}`));
    const own = AMBIGUOUS.has(cpe)
      ? programs.filter((name) => name.startsWith('Apache '))
      : programs;
    return [...full, ...own].map((name): [string, string] => [name.toLowerCase(), cpe]);
  }),
);

const MAX_DESCRIPTION = 400;
const MAX_WORDS = 5;
const LEAD = /^[^.]{0,150}?\s(?:in|of)\s/i;
const VERSIONS = /^(?:(?:server|daemon),? )?(?:v?\d|versions? |before |through |prior to |up to )/i;

/** Returns the program that the first sentence is about: at its start, or after its first `in` or `of`. */
function describedProduct(descriptions: unknown): string | null {
  const english = asArray(descriptions)
    .map(asObject)
    .find(({ lang }) => asText(lang).startsWith('en'));
  const text = asText(english?.value).slice(0, MAX_DESCRIPTION).replace(/\s+/g, ' ').trim();
  const lead = LEAD.exec(text)?.[0] ?? '';
  return programAt(text) ?? (lead === '' ? null : programAt(text.slice(lead.length)));
}

function programAt(text: string): string | null {
  const words = text.replace(/^the /i, '').split(' ', MAX_WORDS + 4);
  for (let count = MAX_WORDS; count > 0; count -= 1) {
    const name = words.slice(0, count).join(' ').replace(/,$/, '').toLowerCase();
    const program = PROGRAMS.get(name);
    if (program !== undefined && VERSIONS.test(words.slice(count).join(' '))) return program;
  }
  return null;
}
