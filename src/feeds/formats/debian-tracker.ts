import {
  SOURCE_PRECEDENCE,
  type KnowledgeRecord,
  type RangeState,
  type RecordRange,
} from '../../knowledge/records.js';
import { debianEcosystem } from './debian-releases.js';
import { FormatError, type FeedFile, type FeedFormat, type Item } from './format.js';
import { splitLargeJson, parseJsonChunk } from './large-json.js';
import { createRejection } from './rejection.js';
import { publisherSeverity } from './severities.js';
import { sanitize, isObject, asObject, asText, sanitizeTitle, type Json } from './coerce.js';
import { versionError } from './version-text.js';

/** Debian's security tracker: `{source package: {CVE or TEMP id: {releases: {codename: {status, …}}}}}`, some 50 MB. What OSV does not say stands here: no-dsa, end of life, undetermined. */
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
  const unknown = new Set<string>();
  for await (const piece of splitLargeJson(file.text, [])) {
    const issues = parseJsonChunk(piece);
    sources += 1;
    if (!SOURCE_NAME.test(piece.key) || !isObject(issues))
      yield { rejected: createRejection(piece.key, 'no source package with its issues', issues) };
    else
      for (const [id, issue] of Object.entries(issues))
        yield* parseIssue(piece.key, id, issue, unknown);
  }
  if (sources === 0)
    throw new FormatError('unsupported_format', 'the file names no source package');
}

/** What is said of one issue in one source package. `unknown` gathers names of releases that are not known, so that each is told once. */
export function parseIssue(
  source: string,
  id: string,
  issue: unknown,
  unknown: Set<string>,
): Item[] {
  const releases = asObject(issue).releases;
  if (!ISSUE_ID.test(id) || !isObject(issue) || !isObject(releases))
    return [{ rejected: createRejection(id, 'no issue with its releases', issue) }];
  const ranges: RecordRange[] = [];
  const bad: Item[] = [];
  for (const [codename, state] of Object.entries(releases)) {
    // Nobody can say by which release sid is judged: a host of sid bears the next one's name.
    if (codename === 'sid') continue;
    const range = parseRelease(source, codename, state);
    if (typeof range !== 'string') ranges.push(range);
    else if (!unknown.has(range))
      bad.push({ rejected: createRejection(id, range, { [codename]: state }), partial: true });
    if (typeof range === 'string' && range.startsWith(UNKNOWN_RELEASE)) unknown.add(range);
  }
  if (ranges.length > 0) return [{ record: toRecord(id, issue, ranges) }, ...bad];
  return bad.length > 0
    ? bad.map((item) => ('rejected' in item ? { rejected: item.rejected } : item)).slice(0, 1)
    : [{ ignored: 'no release' }];
}

const UNKNOWN_RELEASE = 'unknown release';

function parseRelease(source: string, codename: string, value: unknown): RecordRange | string {
  const scope = debianEcosystem(codename);
  if (scope === null) return `${UNKNOWN_RELEASE} ${sanitize(codename, 40)}`;
  const release = asObject(value);
  const fixed = release.fixed_version;
  if (fixed !== undefined && versionError(fixed, 'dpkg') !== null)
    return versionError(fixed, 'dpkg') ?? '';
  const state = findState(release);
  if (state === null) return `a status without meaning: ${sanitize(asText(release.status), 40)}`;
  const urgency = asText(release.urgency);
  return {
    affectedPackage: { ecosystem: scope, kind: 'source', name: source },
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
  // Without an advisory of its own a fix comes with the next point release, or with a later advisory.
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
