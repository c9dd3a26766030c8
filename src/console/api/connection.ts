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

const inPage = document.querySelector<HTMLMetaElement>('meta[name="program"]')?.content ?? '';

/**
 * How a person starts the program on the machine of the service: `hostwarden`, or
 * `node dist/main.js --data-dir ./data`. Empty: only a signed-in page gets it.
 */
export const program = signal(inPage);

/** Notes how the service says that it was started, in a header. */
export function noteProgram(encoded: string | null): void {
  if (encoded !== null) program.value = decodeURI(encoded);
}

const COMMAND = /(?<=^|[`"])hostwarden(?= (?:agent|console|feed|inventory|scan|serve)\b)/g;

/** Returns a command, or a sentence with commands in quotes, with the program as it is started. */
export const asCalled = (text: string): string =>
  program.value === '' ? text : text.replace(COMMAND, () => program.value);
