import { SOURCE_PRECEDENCE, type KnowledgeRecord } from '../../knowledge/records.js';
import { FormatError, type FeedFile, type FeedFormat, type Item, type Raw } from './format.js';
import { splitLargeJson, parseChunk } from './large-json.js';
import { nvdRanges } from './nvd.configurations.js';
import { nvdScore } from './nvd.metrics.js';
import { isCve } from './osv.names.js';
import { rejection } from './rejection.js';
import {
  isObject,
  list,
  object,
  asText,
  parseTimestamp,
  sanitizeTitle,
  type Json,
} from './coerce.js';

/** NVD's JSON 2.0, as its yearly feeds and its API write it. The yearly files hold what `modified` and `recent` repeat. */
export const nvd: FeedFormat = {
  name: 'nvd',
  member: (path) => path.endsWith('.json') && !/-(?:modified|recent)\.json$/.test(path),
  part: (path) => /(\d{4})\.json$/.exec(path)?.[1] ?? '',
  read,
  understand: (raw) => readNvdItem(parseChunk(raw)),
};

const MARKS_OF_1_1 = new Set(['CVE_Items', 'CVE_data_format', 'CVE_data_type', 'CVE_data_version']);

async function* read(file: FeedFile): AsyncGenerator<Item | { raw: Raw }> {
  let known = false;
  for await (const piece of splitLargeJson(file.text, ['vulnerabilities'])) {
    if (MARKS_OF_1_1.has(piece.key))
      throw new FormatError(
        'unsupported_format',
        'this is NVD JSON 1.1, which NVD ended in 2023; 2.0 is read',
      );
    if (piece.key === 'vulnerabilities') yield { raw: { path: file.path, text: piece.text } };
    else if (piece.key === 'timestamp') yield* timestamp(parseChunk(piece));
    else if (piece.key === 'format' || piece.key === 'version')
      known = agree(piece.key, parseChunk(piece));
  }
  if (!known) throw new FormatError('unsupported_format', 'no NVD JSON 2.0');
}

function timestamp(value: unknown): Item[] {
  const time = parseTimestamp(value);
  return time === null ? [] : [{ version: time }];
}

function agree(key: string, value: unknown): true {
  const isOurs = key === 'format' ? value === 'NVD_CVE' : /^2(?:\.\d+)?$/.test(asText(value));
  if (!isOurs)
    throw new FormatError('unsupported_format', `NVD JSON of another ${key}; 2.0 is read`);
  return true;
}

/** What one element of `vulnerabilities` says. Records without configurations can't be matched, but tell CVSS and a title. */
export function readNvdItem(value: unknown): Item[] {
  const { cve } = object(value);
  const id = asText(object(cve).id);
  if (!isObject(cve) || !isCve(id)) return [{ rejected: rejection(id, 'no CVE', value) }];
  if (asText(cve.vulnStatus).toLowerCase() === 'rejected')
    return [{ ignored: 'rejected', gone: id }];
  const { ranges, problems } = nvdRanges(cve.configurations);
  return [
    { record: toRecord(id, cve, ranges) },
    ...problems.map(({ reason, value: what }) => ({
      rejected: rejection(id, reason, what),
      partial: true as const,
    })),
  ];
}

function toRecord(id: string, cve: Json, ranges: KnowledgeRecord['ranges']): KnowledgeRecord {
  const score = nvdScore(cve.metrics);
  const english = list(cve.descriptions)
    .map(object)
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
