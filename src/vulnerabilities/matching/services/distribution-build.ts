export interface DistributionBuild {
  distribution: 'Debian' | 'Ubuntu';
  /** version and revision of the package, without an epoch: `9.2p1-2+deb12u3` */
  version: string;
  /** the releases whose data judge it, as the feeds name them; null: the revision tells none */
  ecosystems: string[] | null;
}

/**
 * What a service's version and its distribution's revision (`Debian 2+deb12u3`) say of the package it came from.
 * Null when no revision is told, or one that no release's data can judge (a backport, a rebuild of somebody else's).
 */
export function parseBuild(version: string, revision: string | null): DistributionBuild | null {
  const [, distribution, told] =
    /^(Debian|Ubuntu) ([0-9][A-Za-z0-9.+~]{0,60})$/.exec(revision ?? '') ?? [];
  if (told === undefined || told.includes('~bpo') || !/^\d[A-Za-z0-9.+~-]{0,60}$/.test(version))
    return null;
  const own = told.replace(/\+b\d+$/, ''); // built anew from the same source
  const scopes = distribution === 'Debian' ? debianScopes(own) : ubuntuScopes(own);
  return {
    distribution: distribution === 'Debian' ? 'Debian' : 'Ubuntu',
    version: `${version}-${own}`,
    ecosystems: scopes,
  };
}

/** `2+deb12u3`, `1~deb12u3`: the release stands in the revision of every security update. */
function debianScopes(revision: string): string[] | null {
  const release = /[+~]deb(\d{1,2})u\d/.exec(revision)?.[1];
  return release === undefined ? null : [`Debian:${release}`];
}

/** `0ubuntu0.22.04.1`; one with `+esm` comes from Ubuntu Pro, which has data of its own. */
function ubuntuScopes(revision: string): string[] | null {
  const release = /ubuntu\d+\.(\d\d\.\d\d)(?:[.+~]|$)/.exec(revision)?.[1];
  if (release === undefined) return null;
  const scope = /^\d[02468]\.04$/.test(release) ? `${release}:LTS` : release;
  return [`Ubuntu:${scope}`, ...(/\+esm\d/.test(revision) ? [`Ubuntu:Pro:${scope}`] : [])];
}

/** `1:9.2p1-2+deb12u3` in its parts; a version without a revision has none. */
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

/** The part of a revision that all updates within a release share: `2` of `2+deb12u3`, `3ubuntu0` of `3ubuntu0.6`. */
export function baseRevision(revision: string): string {
  return revision
    .replace(/[+~](?:deb\d+u\d+|esm\d+|b\d+).*$/, '')
    .replace(/(ubuntu\d+)\..*$/, '$1');
}
