import { versionKey } from '../../../versions/keys.js';
import type { VersionOrder } from '../../../versions/order.js';
import type { MatchablePackage } from '../../facts.js';

/** Ubuntu lists the fixed version of each binary package, which may differ from that of the source. */
export function isFixedBinary(
  order: VersionOrder,
  { name, version }: MatchablePackage,
  conditions: string | null,
): boolean {
  const fixed = binaryFix(name, conditions);
  return (
    fixed !== null && Buffer.compare(versionKey(order, version), versionKey(order, fixed)) >= 0
  );
}

/** Returns the fixed version of a binary package; null: that of its source counts. */
export function binaryFix(name: string, conditions: string | null): string | null {
  if (conditions === null) return null;
  const { binaries } = JSON.parse(conditions) as { binaries?: Record<string, string | null> };
  return binaries !== undefined && Object.hasOwn(binaries, name) ? (binaries[name] ?? null) : null;
}

/** Returns the names of the binary packages that a record lists. */
export const binaryNames = (conditions: string | null): string[] =>
  conditions === null
    ? []
    : Object.keys(
        (JSON.parse(conditions) as { binaries?: Record<string, unknown> }).binaries ?? {},
      );

/** Returns the service of Ubuntu Pro that a record names: `esm-infra` or `esm-apps`; null: none. */
export const proService = (conditions: string | null): string | null =>
  conditions === null ? null : ((JSON.parse(conditions) as { service?: string }).service ?? null);
