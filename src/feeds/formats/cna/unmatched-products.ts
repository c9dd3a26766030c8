import type { RecordRange } from '../../../knowledge/records.js';
import { canonicalCpeName } from '../../../vulnerabilities/matching/services/cpe-synonyms.js';
import { asArray, asObject, asText, type Json } from '../coerce.js';
import { cpeProductName, parseCpeMatchName } from '../cpe.js';
import { affectedEntries, namesOf } from './cna-ranges.js';
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
  const withData = new Set(ranges.map(({ affectedPackage }) => affectedPackage.name));
  const named = entries.map((entry) => ({ names: productsOf(entry), hasData: hasData(entry) }));
  for (const { names, hasData } of named) if (hasData) for (const name of names) withData.add(name);
  const isUndescribed = ranges.length === 0 && !entries.some((entry) => isNamed(entry));
  const described = isUndescribed ? describedProduct(cve.descriptions) : null;
  const known = new Set([...withData].map(canonicalCpeName));
  const all = [...named.flatMap(({ names }) => names), ...(described === null ? [] : [described])];
  return [...new Set(all.map(canonicalCpeName))].filter((name) => !known.has(name)).sort();
}

const productsOf = (entry: Json): string[] =>
  namesOf(entry)
    .map(parseCpeMatchName)
    .flatMap((name) => (name === null ? [] : [cpeProductName(name)]));

/** Whether the status of any version is understood: also that none is affected. */
function hasData(entry: Json): boolean {
  const { versions, defaultStatus } = entry;
  const entries = asArray(versions).map(asObject);
  return entries.length === 0
    ? isExamined(entry) && parseStatus(defaultStatus) !== null
    : entries.some((version) => parseStatements(version) !== null);
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The names of programs as descriptions write them; a name that means other things too needs its publisher before it. */
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

const DESCRIBED = new RegExp(
  String.raw`^(?:(?:(?!\s(?:in|of)\s)[^.]){0,150}\s(?:in|of)\s)?(?:the\s)?(${[...PROGRAMS.keys()]
    .sort((a, b) => b.length - a.length)
    .map(escapeRegExp)
    .join(
      '|',
    )})(?:\s(?:server|daemon))?,?\s(?:v?\d|versions?\s|before\s|through\s|prior\sto\s|up\sto\s)`,
  'i',
);
const MAX_DESCRIPTION = 400;

function describedProduct(descriptions: unknown): string | null {
  const english = asArray(descriptions)
    .map(asObject)
    .find(({ lang }) => asText(lang).startsWith('en'));
  const text = asText(english?.value).slice(0, MAX_DESCRIPTION).replace(/\s+/g, ' ').trim();
  return PROGRAMS.get(DESCRIBED.exec(text)?.[1]?.toLowerCase() ?? '') ?? null;
}
