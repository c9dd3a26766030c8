import type { Locator, Page } from 'playwright-core';
import { describeHiddenFocus, isFocused, noteRepeatedSpeech } from './in-page.mjs';
import { waitForAnswers } from './visit.js';

const MAX_STOPS = 150; // of the Tab key

/** A user who has no mouse. `faults`: places where the focus could not be seen. */
export interface Keys {
  faults: string[];
  /** Presses keys, and waits for what they open. */
  go: (...keys: readonly string[]) => Promise<void>;
  /** Presses Tab until an element has the focus. */
  tabTo: (wanted: Locator) => Promise<void>;
  /** Notes whether the focus is lost or cannot be seen. */
  check: () => Promise<void>;
}

export function keysOf(page: Page): Keys {
  const faults: string[] = [];
  const check = async (): Promise<void> => {
    const fault = await page.evaluate(describeHiddenFocus);
    if (fault !== null) faults.push(`${page.url()}: ${fault}`);
  };
  return {
    faults,
    check,
    go: async (...keys) => {
      for (const key of keys) {
        await page.keyboard.press(key);
        await waitForAnswers(page);
      }
    },
    tabTo: async (wanted) => {
      for (let i = 0; i < MAX_STOPS; i += 1) {
        if (await hasFocus(wanted)) return;
        await page.keyboard.press('Tab');
        // The focus may leave the page for the browser, once around.
        if (await page.evaluate('document.activeElement !== document.body')) await check();
      }
      throw new Error(`Tab does not reach ${String(wanted)}`);
    },
  };
}

/** Whether an element has the focus. */
export const hasFocus = (wanted: Locator): Promise<boolean> => wanted.evaluate(isFocused);

/** Begins to note what live regions say. Returns what one of them said twice in a row. */
export async function watchSpeech(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(noteRepeatedSpeech);
  return () => page.evaluate('globalThis.repeatedSpeech');
}
