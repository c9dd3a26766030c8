import { FormatError, type FeedFile, type FeedFormat, type Item } from './format.js';
import { parseFeedJson } from './json.js';
import { parseSecdb } from './secdb.js';
import { isObject, asText } from './coerce.js';
import { readAllText } from './whole-file.js';

const MAX_FILE_LENGTH = 64 * 1024 * 1024;
const PATH = /(?:^|\/)(v\d+\.\d+|edge)[/-](main|community|testing)\.json$/;
const RELEASE_NAME = /^(?:v\d+\.\d+|edge)$/;

/** Alpine's own list of fixes, a file for each release and repository (`v3.20/main.json`, part `v3.20-main`). */
export const alpineSecdb: FeedFormat = {
  name: 'alpine-secdb',
  isMember: (path) => path.endsWith('.json'),
  partOf: (path) => partOf(path),
  read,
};

function partOf(path: string): string {
  const [, release, repository] = PATH.exec(path) ?? [];
  return release === undefined || repository === undefined
    ? path
        .replace(/\.json$/, '')
        .replaceAll('/', '-')
        .slice(0, 100)
    : `${release}-${repository}`;
}

async function* read(file: FeedFile): AsyncGenerator<Item> {
  const parsed = parseFeedJson(await readAllText(file, MAX_FILE_LENGTH));
  if ('problem' in parsed) throw new FormatError('malformed', parsed.problem);
  const { value } = parsed;
  if (!isObject(value) || !Array.isArray(value.packages))
    throw new FormatError('unsupported_format', 'no list of packages with their fixes');
  const release = asText(value.distroversion) || /^(v\d+\.\d+|edge)-/.exec(file.part)?.[1] || '';
  if (!RELEASE_NAME.test(release))
    throw new FormatError(
      'unsupported_format',
      'a list of fixes that does not say of which release',
    );
  if (isOtherPart(file.part, release, asText(value.reponame)))
    throw new FormatError(
      'unsupported_format',
      `the list of fixes of ${release} ${asText(value.reponame)}, not of ${file.part}`,
    );
  yield* parseSecdb(
    value,
    `Alpine:${release}`,
    (id) => `https://security.alpinelinux.org/vuln/${encodeURIComponent(id)}`,
  );
}

// Under another's name it would stand there twice, and stay when its own is updated.
function isOtherPart(part: string, release: string, repository: string): boolean {
  const [, ofRelease, ofRepository] =
    /^(v\d+\.\d+|edge)-(main|community|testing)$/.exec(part) ?? [];
  return (
    ofRelease !== undefined &&
    (release !== ofRelease || (repository !== '' && repository !== ofRepository))
  );
}
