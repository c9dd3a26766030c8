import { asText, isObject } from './coerce.js';
import { FormatError, type FeedFile, type FeedFormat, type Item } from './format.js';
import { parseWholeFile } from './json.js';
import { parseSecdb } from './secdb.js';
import { readAllText } from './text-stream.js';

const MAX_FILE_LENGTH = 64 * 1024 * 1024;
const PATH = /(?:^|\/)(v\d+\.\d+|edge)[/-](main|community|testing)\.json$/;
const PART = /^(v\d+\.\d+|edge)-(main|community|testing)$/;
const RELEASE_NAME = /^(?:v\d+\.\d+|edge)$/;

/** Alpine's own list of fixes, one file for each release and repository (`v3.20/main.json`, part `v3.20-main`). */
export const alpineSecdb: FeedFormat = {
  name: 'alpine-secdb',
  isMember: (path) => path.endsWith('.json'),
  partOf,
  read,
};

function partOf(path: string): string {
  const [, release, repository] = PATH.exec(path) ?? [];
  if (release !== undefined && repository !== undefined) return `${release}-${repository}`;
  return path
    .replace(/\.json$/, '')
    .replaceAll('/', '-')
    .slice(0, 100);
}

async function* read(file: FeedFile): AsyncGenerator<Item> {
  const value = parseWholeFile(await readAllText(file, MAX_FILE_LENGTH));
  if (!isObject(value) || !Array.isArray(value.packages))
    throw new FormatError('unsupported_format', 'The file is not a list of fixes (secdb)');
  const release = asText(value.distroversion) || /^(v\d+\.\d+|edge)-/.exec(file.part)?.[1] || '';
  if (!RELEASE_NAME.test(release))
    throw new FormatError('unsupported_format', 'The list of fixes does not name its release');
  const repository = asText(value.reponame);
  if (isOtherPart(file.part, release, repository))
    throw new FormatError(
      'unsupported_format',
      `The list of fixes is of ${release} ${repository}, not of ${file.part}`,
    );
  yield* parseSecdb(
    value,
    `Alpine:${release}`,
    (id) => `https://security.alpinelinux.org/vuln/${encodeURIComponent(id)}`,
  );
}

/** A list stored as another part would be there twice, and stay when its own part is updated. */
function isOtherPart(part: string, release: string, repository: string): boolean {
  const [, partRelease, partRepository] = PART.exec(part) ?? [];
  return (
    partRelease !== undefined &&
    (release !== partRelease || (repository !== '' && repository !== partRepository))
  );
}
