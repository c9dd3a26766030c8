import {
  SOURCE_PRECEDENCE,
  type KnowledgeRecord,
  type RangeState,
  type RecordRange,
} from '../../knowledge/records.js';
import { asObject, asText, isObject, sanitize, sanitizeTitle, type Json } from './coerce.js';
import { debianEcosystem } from './debian-releases.js';
import { FormatError, type FeedFile, type FeedFormat, type Item } from './format.js';
import { parseJsonChunk, splitLargeJson } from './large-json.js';
import { createRejection } from './rejection.js';
import { publisherSeverity } from './severities.js';
import { versionError } from './version-text.js';

/**
 * Debian's security tracker: `{source package: {CVE or TEMP id: {releases: {codename: {status, …}}}}}`, some 50 MB. It
 * has states that OSV lacks: no-dsa, end of life, undetermined.
 */
export const debianTracker: FeedFormat = {
  name: 'debian-tracker',
  isMember: (path) => path.endsWith('.json'),
  partOf: () => '',
  read,
};

const SOURCE_NAME = /^[a-z0-9][a-z0-9+.-]{0,199}$/i;
const ISSUE_ID = /^[A-Z][A-Za-z0-9-]{2,60}$/;

async function* read(file: FeedFile): AsyncGenerator<Item> {
  let sources = 0;
  const unknownReleases = new Set<string>();
  for await (const chunk of splitLargeJson(file.text, [])) {
    const issues = parseJsonChunk(chunk);
    sources += 1;
    if (!SOURCE_NAME.test(chunk.key) || !isObject(issues))
      yield { rejected: createRejection(chunk.key, 'invalid source package', issues) };
    else
      for (const [id, issue] of Object.entries(issues))
        yield* parseIssue(chunk.key, id, issue, unknownReleases);
  }
  if (sources === 0) throw new FormatError('unsupported_format', 'The file has no source packages');
}

/**
 * Parses one issue of one source package.
 * @param unknownReleases errors about unknown releases, which are reported once
 */
function parseIssue(
  source: string,
  id: string,
  issue: unknown,
  unknownReleases: Set<string>,
): Item[] {
  const releases = asObject(issue).releases;
  if (!ISSUE_ID.test(id) || !isObject(issue) || !isObject(releases))
    return [{ rejected: createRejection(id, 'invalid issue', issue) }];
  const ranges: RecordRange[] = [];
  const bad: Item[] = [];
  for (const [codename, state] of Object.entries(releases)) {
    // A host of sid has the name of the next release: no ecosystem matches sid.
    if (codename === 'sid') continue;
    const range = parseRelease(source, codename, state);
    if (typeof range !== 'string') ranges.push(range);
    else if (!unknownReleases.has(range))
      bad.push({ rejected: createRejection(id, range, { [codename]: state }), partial: true });
    if (typeof range === 'string' && range.startsWith(UNKNOWN_RELEASE)) unknownReleases.add(range);
  }
  if (ranges.length > 0) return [{ record: toRecord(id, issue, ranges) }, ...bad];
  return bad.length > 0
    ? bad.map((item) => ('rejected' in item ? { rejected: item.rejected } : item)).slice(0, 1)
    : [{ ignored: 'no release' }];
}

const UNKNOWN_RELEASE = 'unknown release';

/** Returns the range of an issue in one release, or the reason to reject it. */
function parseRelease(source: string, codename: string, value: unknown): RecordRange | string {
  const ecosystem = debianEcosystem(codename);
  if (ecosystem === null) return `${UNKNOWN_RELEASE} ${sanitize(codename, 40)}`;
  const release = asObject(value);
  const fixed = release.fixed_version;
  const error = fixed === undefined ? null : versionError(fixed, 'dpkg');
  if (error !== null) return error;
  const state = findState(release);
  if (state === null) return `invalid status: ${sanitize(asText(release.status), 40)}`;
  const urgency = asText(release.urgency);
  return {
    affectedPackage: { ecosystem, kind: 'source', name: source },
    order: 'dpkg',
    introduced: null,
    fixed: state === 'fixed' ? asText(fixed) : null,
    lastAffected: null,
    state,
    hidden: urgency === 'unimportant',
    severity: publisherSeverity(urgency),
  };
}

function findState({
  status,
  fixed_version: fixed,
  urgency,
  nodsa,
  nodsa_reason: reason,
}: Json): RangeState | null {
  if (status !== 'resolved' && status !== 'open' && status !== 'undetermined') return null;
  if (fixed === '0') return 'not_affected';
  if (fixed !== undefined) return 'fixed';
  if (status === 'resolved') return null;
  if (urgency === 'end-of-life') return 'end_of_life';
  if (status === 'undetermined') return 'undetermined';
  if (reason === 'ignored') return 'no_fix';
  // Without its own advisory, a fix is part of the next point release or of a later advisory.
  return reason === 'postponed' || asText(nodsa) !== '' ? 'postponed' : 'open';
}

const toRecord = (id: string, issue: Json, ranges: RecordRange[]): KnowledgeRecord => ({
  name: id,
  rank: SOURCE_PRECEDENCE.tracker,
  vulnerabilities: [id],
  aliases: [],
  title: sanitizeTitle(null, issue.description, id),
  severity: null,
  cvssVector: null,
  cvssScore: null,
  url: `https://security-tracker.debian.org/tracker/${encodeURIComponent(id)}`,
  ranges,
});
