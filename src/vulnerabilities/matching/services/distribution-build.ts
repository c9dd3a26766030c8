/** The package of a distribution that a service was built from. */
export interface DistributionBuild {
  distribution: 'Debian' | 'Ubuntu';
  /** version and revision of the package, without an epoch: `9.2p1-2+deb12u3` */
  version: string;
  /** the ecosystems of its release; null: the revision does not name a release */
  ecosystems: string[] | null;
}

/** Words in the revisions of Debian and Ubuntu; another word is that of a rebuild by another party. */
const OWN_WORDS =
  /^(?:deb|u|ubuntu|build|b|esm|nmu|dfsg|svn|git|woody|sarge|etch|lenny|squeeze|wheezy|jessie)$/;
/** `5ubuntu1.10`, `2build1`: by Ubuntu, even where the banner says Debian. */
const UBUNTU_REVISION = /ubuntu|\dbuild\d/;

/**
 * Parses a service's version and its distribution's revision (`Debian 2+deb12u3`). Returns null without a revision,
 * or with one that the data of no release covers (a backport, a rebuild by another party).
 */
export function parseBuild(version: string, revision: string | null): DistributionBuild | null {
  const [, named, packageRevision] =
    /^(Debian|Ubuntu) ([0-9][A-Za-z0-9.+~]{0,60})$/.exec(revision ?? '') ?? [];
  if (
    packageRevision === undefined ||
    !(packageRevision.match(/[A-Za-z]+/g) ?? []).every((word) => OWN_WORDS.test(word)) ||
    !/^\d[A-Za-z0-9.+~-]{0,60}$/.test(version)
  )
    return null;
  const sourceRevision = packageRevision.replace(/\+b\d+$/, ''); // a rebuild of the same source
  const isDebian = named === 'Debian' && !UBUNTU_REVISION.test(sourceRevision);
  return {
    distribution: isDebian ? 'Debian' : 'Ubuntu',
    version: `${version}-${sourceRevision}`,
    ecosystems: isDebian ? debianEcosystems(sourceRevision) : ubuntuEcosystems(sourceRevision),
  };
}

/** `2+deb12u3`, `1~deb12u3`: the revision of each security update names the release. */
function debianEcosystems(revision: string): string[] | null {
  const release = /[+~]deb(\d{1,2})u\d/.exec(revision)?.[1];
  return release === undefined ? null : [`Debian:${release}`];
}

/** `0ubuntu0.22.04.1`; with `+esm` it is from Ubuntu Pro, which has separate data. */
function ubuntuEcosystems(revision: string): string[] | null {
  const release = /ubuntu\d+\.(\d\d\.\d\d)(?:[.+~]|$)/.exec(revision)?.[1];
  if (release === undefined) return null;
  const name = /^\d[02468]\.04$/.test(release) ? `${release}:LTS` : release;
  return [`Ubuntu:${name}`, ...(/\+esm\d/.test(revision) ? [`Ubuntu:Pro:${name}`] : [])];
}

/** Splits `1:9.2p1-2+deb12u3` into its parts; missing ones are empty. */
export function versionParts(version: string): {
  epoch: string;
  upstream: string;
  revision: string;
} {
  const [, epoch = '', rest = ''] = /^(?:(\d{1,9}):)?(.*)$/s.exec(version) ?? [];
  const dash = rest.lastIndexOf('-');
  return {
    epoch,
    upstream: dash < 0 ? rest : rest.slice(0, dash),
    revision: dash < 0 ? '' : rest.slice(dash + 1),
  };
}

/**
 * Returns the part of a revision that all updates of a release share: `2` of `2+deb12u3`, `3ubuntu0` of
 * `3ubuntu0.6`.
 */
export function baseRevision(revision: string): string {
  return revision
    .replace(/[+~](?:deb\d+u\d+|esm\d+|b\d+).*$/, '')
    .replace(/(ubuntu\d+)\..*$/, '$1');
}
