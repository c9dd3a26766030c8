import { signal } from '@preact/signals';
import { PAGE_VERSION } from '../app/place.js';

/** When the connection to the service was lost (Unix seconds); null: it is there. */
export const lostSince = signal<number | null>(null);

/** The service was upgraded since the page was loaded. */
export const isOutdated = signal(false);

/** Notes whether the service answered. */
export function noteReachable(isReachable: boolean): void {
  if (isReachable) lostSince.value = null;
  else lostSince.value ??= Math.floor(Date.now() / 1000);
}

/** Notes the build of the console that the service has. */
export function noteVersion(version: string | null): void {
  if (version !== null && version !== PAGE_VERSION) isOutdated.value = true;
}
