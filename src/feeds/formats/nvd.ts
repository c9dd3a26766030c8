import { SOURCE_PRECEDENCE, type KnowledgeRecord } from '../../knowledge/records.js';
import { FormatError, type FeedFile, type FeedFormat, type Item, type RawChunk } from './format.js';
import { splitLargeJson, parseJsonChunk } from './large-json.js';
import { parseNvdRanges } from './nvd.configurations.js';
import { findNvdScore } from './nvd.metrics.js';
import { isCve } from './osv.names.js';
import { createRejection } from './rejection.js';
import {
  isObject,
  asArray,
  asObject,
  asText,
  parseTimestamp,
  sanitizeTitle,
  type Json,
} from './coerce.js';

/** NVD's JSON 2.0, as its yearly feeds and its API write it. The yearly files hold what `modified` and `recent` repeat. */
export const nvd: FeedFormat = {
  name: 'nvd',
  isMember: (path) => path.endsWith('.json') && !/-(?:modified|recent)\.json$/.test(path),
  partOf: (path) => /(\d{4})\.json$/.exec(path)?.[1] ?? '',
  read,
  parse: (raw) => parseNvdItem(parseJsonChunk(raw)),
};

const KEYS_OF_VERSION_1_1 = new Set([
  'CVE_Items',
  'CVE_data_format',
  'CVE_data_type',
  'CVE_data_version',
]);

async function* read(file: FeedFile): AsyncGenerator<Item | { raw: RawChunk }> {
  let known = false;
  for await (const piece of splitLargeJson(file.text, ['vulnerabilities'])) {
    if (KEYS_OF_VERSION_1_1.has(piece.key))
      throw new FormatError(
        'unsupported_format',
        'this is NVD JSON 1.1, which NVD ended in 2023; 2.0 is read',
      );
    if (piece.key === 'vulnerabilities') yield { raw: { path: file.path, text: piece.text } };
    else if (piece.key === 'timestamp') yield* toVersionItems(parseJsonChunk(piece));
    else if (piece.key === 'format' || piece.key === 'version')
      known = requireVersion2(piece.key, parseJsonChunk(piece));
  }
  if (!known) throw new FormatError('unsupported_format', 'no NVD JSON 2.0');
}

function toVersionItems(value: unknown): Item[] {
  const time = parseTimestamp(value);
  return time === null ? [] : [{ version: time }];
}

function requireVersion2(key: string, value: unknown): true {
  const isOurs = key === 'format' ? value === 'NVD_CVE' : /^2(?:\.\d+)?$/.test(asText(value));
  if (!isOurs)
    throw new FormatError('unsupported_format', `NVD JSON of another ${key}; 2.0 is read`);
  return true;
}

/** What one element of `vulnerabilities` says. Records without configurations can't be matched, but tell CVSS and a title. */
export function parseNvdItem(value: unknown): Item[] {
  const { cve } = asObject(value);
  const id = asText(asObject(cve).id);
  if (!isObject(cve) || !isCve(id)) return [{ rejected: createRejection(id, 'no CVE', value) }];
  if (asText(cve.vulnStatus).toLowerCase() === 'rejected')
    return [{ ignored: 'rejected', gone: id }];
  const { ranges, errors: problems } = parseNvdRanges(cve.configurations);
  return [
    { record: toRecord(id, cve, ranges) },
    ...problems.map(({ reason, value: what }) => ({
      rejected: createRejection(id, reason, what),
      partial: true as const,
    })),
  ];
}

function toRecord(id: string, cve: Json, ranges: KnowledgeRecord['ranges']): KnowledgeRecord {
  const score = findNvdScore(cve.metrics);
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
    url: `https://nvd.nist.gov/vuln/detail/${id}`,
    ranges,
  };
}
