/** Extended support of a minor release, by its subscription. */
export const EXTENDED_SUPPORT =
  /^Red Hat:(?:rhel|enterprise_linux)_(?:\w+_)?(?:eus|aus|e4s|e2s|tus|els):(\d+)(?:[.:]|$)/;

/** The kinds of extended support in repositories, by a word of their ids (repository-to-cpe.json of Red Hat). */
const CONTENT: Readonly<Record<string, readonly string[]>> = {
  eus: ['eus'],
  e4s: ['eus', 'e4s'],
  aus: ['eus', 'e4s', 'aus'],
  tus: ['eus', 'tus'],
  e2s: ['eus', 'e2s'],
  els: ['els'],
};

/**
 * Returns the ecosystems of the extended support that a Red Hat Enterprise Linux has enabled, without repository:
 * `Red Hat:rhel_eus:9.4`. Those of the data are found by isOfExtended.
 * @param version VERSION_ID: `9.4`
 * @param repositories ids: `rhel-9-for-x86_64-baseos-eus-rpms`
 */
export function extendedSupport(version: string, repositories: readonly string[]): string[] {
  const words = repositories
    .filter((id) => /^rh(?:el|ui)-.*rpms$/.test(id) && !/debug|source/.test(id))
    .flatMap((id) => id.split('-'))
    .flatMap((word) => (Object.hasOwn(CONTENT, word) ? (CONTENT[word] ?? []) : []));
  return [...new Set(words)].map(
    (word) => `Red Hat:rhel_${word}:${word === 'els' ? version.replace(/\..*/, '') : version}`,
  );
}

/** Whether data are of the extended support of a host: `Red Hat:rhel_extras_sap_eus:9.4` of `Red Hat:rhel_eus:9.4`. */
export function isOfExtended(ecosystem: string, enabled: string): boolean {
  const [, word = '', version = ''] = /^Red Hat:rhel_(\w+):([\d.]+)$/.exec(enabled) ?? [];
  const [, dataWord, dataVersion] =
    /^Red Hat:(?:rhel|enterprise_linux)_(?:\w+_)?([a-z0-9]+):([\d.]+)(?:::|$)/.exec(ecosystem) ??
    [];
  return word !== '' && word === dataWord && version === dataVersion;
}

/** Whether an ecosystem is one of extended support. */
export const isExtended = (ecosystem: string): boolean => EXTENDED_SUPPORT.test(ecosystem);
