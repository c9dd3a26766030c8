/** An ecosystem in which the data of a package are looked up. */
export interface LookupEcosystem {
  ecosystem: string;
  /** true: of Ubuntu Pro, which is not enabled on the host: its fixes need a subscription */
  isUnsubscribed?: true;
}

/** Kernels of their own that Ubuntu's records name in an ecosystem of their own. */
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
    const pro = `Ubuntu:Pro:${release}`;
    if (ecosystems.includes(pro)) return [{ ecosystem }, ...kernels];
    const unsubscribed = { ecosystem: pro, isUnsubscribed: true } as const;
    return /esm\d/.test(version)
      ? [{ ecosystem }, unsubscribed, ...kernels]
      : [unsubscribed, { ecosystem }, ...kernels];
  });
}
