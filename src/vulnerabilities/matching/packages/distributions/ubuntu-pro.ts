import { SOURCE_PRECEDENCE } from '../../../../knowledge/records.js';
import type { RangeRow } from '../ranges.statements.js';

/** An ecosystem in which the data of a package are looked up. */
export interface LookupEcosystem {
  ecosystem: string;
  /**
   * Of Ubuntu Pro, which is not enabled on the host: its fixes need a subscription. `ended`: the installed build is
   * one of Pro; `none`: it is not.
   */
  subscription?: 'none' | 'ended';
}

/**
 * Whether a range counts on a host. A notice (USN) of Pro leaves the release out also if another notice fixed it
 * there; only a record of the CVE has all releases.
 */
export const isForSubscription = (
  { subscription }: LookupEcosystem,
  { rank }: Pick<RangeRow, 'rank'>,
): boolean => subscription !== 'none' || rank < SOURCE_PRECEDENCE.advisory;

/** Returns the state of a range on a host: a fix of Pro needs a subscription. */
export const stateOnHost = (
  { subscription }: LookupEcosystem,
  { state }: Pick<RangeRow, 'state'>,
): RangeRow['state'] => (subscription !== undefined && state === 'fixed' ? 'subscription' : state);

/**
 * Returns the ecosystems in which a package is matched on a host that has only one service of Ubuntu Pro enabled:
 * esm-infra has the fixes of main and restricted, esm-apps those of universe and multiverse. A package of the other
 * service is matched as without Pro.
 * @param serviceIn returns the service that the records of an ecosystem name for the package; null: none
 */
export function ofEnabledService(
  ecosystems: readonly string[],
  serviceIn: (ecosystem: string) => string | null,
): readonly string[] {
  const last = ecosystems.at(-1) ?? '';
  const [, enabled, release = ''] = /^Ubuntu:Pro:(esm-\w+):(.+)$/.exec(last) ?? [];
  if (enabled === undefined) return ecosystems;
  const pro = `Ubuntu:Pro:${release}`;
  const isOfOther = ![null, enabled].includes(serviceIn(pro));
  return ecosystems.filter((name) => name !== last && !(isOfOther && name === pro));
}

/** Kernels that Ubuntu's records name in separate ecosystems. */
const OWN_KERNELS: readonly (readonly [source: RegExp, ecosystem: string])[] = [
  [/^linux-(?:[\w.-]+-)?realtime(?:-|$)/, 'Ubuntu:Pro:Realtime:'],
  [/^linux-(?:[\w.-]+-)?bluefield(?:-|$)/, 'Ubuntu:Nvidia-BlueField:'],
];

/**
 * Returns the ecosystems in which Ubuntu's records may be about a package, the deciding one last. Canonical leaves a
 * release out of a record if only Ubuntu Pro gets its fix. So without Pro its records count where the release has
 * none. A build of Pro (`+esm1`) stays installed when the subscription ends: then they decide as with Pro.
 */
export function ubuntuEcosystems(
  ecosystems: readonly string[],
  source: string,
  version: string,
): LookupEcosystem[] {
  return ecosystems.flatMap((ecosystem): LookupEcosystem[] => {
    const release = /^Ubuntu:(\d\d\.\d\d:LTS)$/.exec(ecosystem)?.[1];
    if (release === undefined) return [{ ecosystem }];
    const kernels = OWN_KERNELS.filter(([name]) => name.test(source)).map(([, prefix]) => ({
      ecosystem: prefix + release,
    }));
    const more = [...kernels, ...endedFips(ecosystems, release, version)];
    const pro = `Ubuntu:Pro:${release}`;
    if (ecosystems.includes(pro)) return [{ ecosystem }, ...more];
    return /esm\d/.test(version)
      ? [{ ecosystem }, { ecosystem: pro, subscription: 'ended' }, ...more]
      : [{ ecosystem: pro, subscription: 'none' }, { ecosystem }, ...more];
  });
}

/** A certified build stays installed when its service is switched off: only the records of FIPS are about it. */
function endedFips(
  ecosystems: readonly string[],
  release: string,
  version: string,
): LookupEcosystem[] {
  const isFips = /fips/i.test(version);
  if (!isFips || ecosystems.some((name) => name.startsWith('Ubuntu:Pro:FIPS'))) return [];
  return ['FIPS', 'FIPS-updates'].map((service) => ({
    ecosystem: `Ubuntu:Pro:${service}:${release}`,
    subscription: 'ended',
  }));
}
