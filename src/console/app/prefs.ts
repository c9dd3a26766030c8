import { effect, signal } from '@preact/signals';
import { storageKey } from './place.js';

/** The choices of the user for this browser. */
export interface Prefs {
  theme: 'auto' | 'light' | 'dark';
  /** the zone of displayed times */
  zone: 'browser' | 'utc';
  /** single keys are shortcuts */
  hasKeys: boolean;
  /** headings of the columns that are hidden, by the name of the list */
  hidden: Readonly<Record<string, readonly string[]>>;
}

const KEY = storageKey('prefs');
const DEFAULTS: Prefs = { theme: 'auto', zone: 'browser', hasKeys: true, hidden: {} };

function readPrefs(): Prefs {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Prefs>;
    return { ...DEFAULTS, ...stored };
  } catch {
    return DEFAULTS;
  }
}

/** The preferences; a change is stored. */
export const prefs = signal(readPrefs());

/** Changes some of the preferences. */
export function setPrefs(changes: Partial<Prefs>): void {
  prefs.value = { ...prefs.value, ...changes };
  localStorage.setItem(KEY, JSON.stringify(prefs.value));
}

/** Applies the theme now and after each change. Call it once, before the first paint. */
export function applyTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = prefs.value.theme;
  });
}
