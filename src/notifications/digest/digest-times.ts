import { Temporal } from 'temporal-polyfill';
import type { Digest } from '../events.js';

const HOUR = 8;
const MONDAY = 1;

/**
 * Returns the first time after `now` at which a digest is due: 8:00 in `zone`, each day or on Mondays. A local time
 * that a clock change skips is moved forward. Times: Unix seconds.
 */
export function nextDigest(digest: Digest, now: number, zone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now * 1000).toZonedDateTimeISO(zone);
  const first = digest === 'weekly' ? (MONDAY - today.dayOfWeek + 7) % 7 : 0;
  const step = digest === 'weekly' ? 7 : 1;
  const at = (days: number): number =>
    Math.floor(
      today
        .toPlainDate()
        .add({ days })
        .toZonedDateTime({ timeZone: zone, plainTime: { hour: HOUR } }).epochMilliseconds / 1000,
    );
  const candidate = at(first);
  return candidate > now ? candidate : at(first + step);
}
