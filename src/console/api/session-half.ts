import { signal } from '@preact/signals';
import { storageKey } from '../app/place.js';

const KEY = storageKey('session');

/** Whether the page has a session; a request that is refused ends it. */
export const isSignedIn = signal(readHalf() !== null);

/** Returns the second half of the session, which requests carry as a header; null: not signed in. */
export function readHalf(): string | null {
  return localStorage.getItem(KEY);
}

/** Stores the second half of a new session, or forgets it. Other tabs follow. */
export function storeHalf(half: string | null): void {
  if (half === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, half);
  isSignedIn.value = half !== null;
}

/** The service refused a request with this half. Another tab may have signed in since. */
export function sessionEnded(half: string): void {
  if (readHalf() === half) isSignedIn.value = false;
}

/** Calls `follow` after another tab has signed in or out. */
export function onOtherTab(follow: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key !== KEY && key !== null) return;
    isSignedIn.value = readHalf() !== null;
    follow();
  });
}
