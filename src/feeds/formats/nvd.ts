import { COUNTED_FROM, SOURCE_PRECEDENCE, type KnowledgeRecord } from '../../knowledge/records.js';
import {
  asArray,
  asObject,
  asText,
  isObject,
  parseTimestamp,
  sanitizeTitle,
  type Json,
} from './coerce.js';
import { cnaRanges } from './cna/cna-ranges.js';
import { unmatchedProducts } from './cna/unmatched-products.js';
import { FormatError, type FeedFile, type FeedFormat, type Item } from './format.js';
import { parseJsonChunk, splitLargeJson } from './large-json.js';
import { parseNvdRanges } from './nvd.configurations.js';
import { findNvdScore } from './nvd.metrics.js';
import { findExploitation } from './nvd.ssvc.js';
import { parseCve } from './osv.names.js';
import { createRejection } from './rejection.js';

/** NVD's JSON 2.0, of its yearly feeds and its API. `modified` and `recent` repeat records of the yearly files. */
export const nvd: FeedFormat = {
  name: 'nvd',
  isMember: (path) => path.endsWith('.json') && !/-(?:modified|recent)\.json$/.test(path),
  partOf: (path) => /(\d{4})\.json$/.exec(path)?.[1] ?? '',
  read,
};

const KEYS_OF_VERSION_1_1 = new Set([
  'CVE_Items',
  'CVE_data_format',
  'CVE_data_type',
  'CVE_data_version',
]);

async function* read(file: FeedFile): AsyncGenerator<Item> {
  let isVersion2 = false;
  let records = 0;
  let total = 0;
  for await (const chunk of splitLargeJson(file.text, ['vulnerabilities'])) {
    if (KEYS_OF_VERSION_1_1.has(chunk.key))
      throw new FormatError(
        'unsupported_format',
        'NVD JSON 1.1 is not supported (NVD ended it in 2023); use NVD JSON 2.0',
      );
    if (chunk.key === 'vulnerabilities') {
      records += 1;
      yield* parseNvdItem(parseJsonChunk({ text: chunk.text }));
    } else if (chunk.key === 'totalResults') total = Number(parseJsonChunk(chunk));
    else if (chunk.key === 'timestamp') yield* toVersionItems(parseJsonChunk(chunk));
    else if (chunk.key === 'format' || chunk.key === 'version') {
      requireVersion2(chunk.key, parseJsonChunk(chunk));
      isVersion2 = true;
    }
  }
  if (!isVersion2) throw new FormatError('unsupported_format', 'The file is not NVD JSON 2.0');
  if (total > records) yield { page: { records, total } };
}

function toVersionItems(timestamp: unknown): Item[] {
  const time = parseTimestamp(timestamp);
  return time === null ? [] : [{ version: time }];
}

function requireVersion2(key: 'format' | 'version', value: unknown): void {
  const isVersion2 = key === 'format' ? value === 'NVD_CVE' : /^2(?:\.\d+)?$/.test(asText(value));
  if (!isVersion2)
    throw new FormatError('unsupported_format', `Unsupported ${key} of NVD JSON; use NVD JSON 2.0`);
}

/** Parses one element of `vulnerabilities`. Records without configurations match nothing, but have CVSS and a title. */
function parseNvdItem(value: unknown): Item[] {
  const { cve } = asObject(value);
  const named = asText(asObject(cve).id);
  const id = parseCve(named);
  if (!isObject(cve) || id === null)
    return [{ rejected: createRejection(named, 'invalid CVE id', value) }];
  if (asText(cve.vulnStatus).toLowerCase() === 'rejected')
    return [{ ignored: 'rejected', withdraws: id }];
  const { ranges, errors } = parseNvdRanges(cve.configurations);
  return [
    { record: toRecord(id, cve, [...ranges, ...cnaRanges(cve, ranges)]) },
    ...errors.map(({ reason, value: part }) => ({
      rejected: createRejection(id, reason, part),
      partial: true as const,
    })),
  ];
}

function recentFields(
  cve: Json,
  ranges: KnowledgeRecord['ranges'],
): Pick<KnowledgeRecord, 'published' | 'unmatchedProducts'> {
  const published = Date.parse(parseTimestamp(cve.published) ?? '') / 1000;
  if (!(published >= COUNTED_FROM)) return {};
  const products = unmatchedProducts(cve, ranges);
  return {
    published: Math.floor(published),
    ...(products.length > 0 && { unmatchedProducts: products }),
  };
}

function toRecord(id: string, cve: Json, ranges: KnowledgeRecord['ranges']): KnowledgeRecord {
  const score = findNvdScore(cve.metrics);
  const exploitation = findExploitation(cve);
  const english = asArray(cve.descriptions)
    .map(asObject)
    .find(({ lang }) => asText(lang).startsWith('en'));
  return {
    name: id,
    rank: SOURCE_PRECEDENCE.cveRecord,
    vulnerabilities: [id],
    aliases: [],
    title: sanitizeTitle(null, english?.value, id),
    severity: null,
    cvssVector: score?.vector ?? null,
    cvssScore: score?.score ?? null,
    ...(exploitation !== undefined && { exploitation }),
    ...recentFields(cve, ranges),
    url: `https://nvd.nist.gov/vuln/detail/${id}`,
    ranges,
  };
}
