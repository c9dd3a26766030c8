/**
 * Products and repositories that not every release has, such as long-term support that begins years later. Inventories
 * of earlier versions name them, and those of hosts with extended support.
 */
const OPTIONAL: readonly RegExp[] = [
  /^SUSE:(?!Linux Enterprise (?:Server|Desktop)(?: for SAP Applications)? \d[\d.]*(?: SP\d)?$|Linux (?:Enterprise )?Micro )/,
  /^Red Hat:rhel_|^Ubuntu:Pro:esm-/,
  /^Red Hat:enterprise_linux:\d+::(?!baseos$|appstream$|server$)/,
];
const isOptional = (ecosystem: string): boolean =>
  OPTIONAL.some((pattern) => pattern.test(ecosystem));

/**
 * Returns the ecosystems of a system that the loaded data lack. A feed that knows the base products of a release
 * names each other product that it has advisories of: an absent one has none yet, and is not missing.
 */
export function missingEcosystems(
  ecosystems: readonly string[],
  hasData: (ecosystem: string) => boolean,
): string[] {
  const missing = ecosystems.filter((ecosystem) => !hasData(ecosystem));
  return missing.every(isOptional) && missing.length < ecosystems.length ? [] : missing;
}

/** Returns those of the missing ecosystems that each system of the release needs; all if none of them is needed. */
export function neededEcosystems(missing: readonly string[]): readonly string[] {
  const needed = missing.filter((ecosystem) => !isOptional(ecosystem));
  return needed.length > 0 ? needed : missing;
}

const MAX_MINOR = 10;

/**
 * Returns the ecosystems whose data are about a system of this one: since Red Hat Enterprise Linux 10, advisories are
 * filed under the minor release at their time.
 */
export function relatedEcosystems(ecosystem: string): string[] {
  const [, release] = /^(Red Hat:enterprise_linux:\d{2,})\.\d+$/.exec(ecosystem) ?? [];
  if (release === undefined) return [ecosystem];
  const minors = Array.from({ length: MAX_MINOR + 1 }, (_, minor) => `${release}.${minor}`);
  return [release, ...minors].flatMap((name) => [name, `${name}::baseos`]);
}
