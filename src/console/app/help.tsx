import { signal } from '@preact/signals';
import { Dialog } from '../parts/dialog.js';
import { SCREENS } from '../screens/screens.js';
import { prefs, setPrefs } from './prefs.js';

/** Whether the list of keys is shown. */
export const isHelpOpen = signal(false);

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'search the list'],
  ['j, k', 'next and previous row'],
  ['x', 'select the row'],
  ['Enter', 'open the row'],
  ['[, ]', 'previous and next page'],
  ['Ctrl+K', 'go to a screen, a host, a vulnerability or a template, or do what the screen offers'],
  ['n', 'new'],
  ['r', 'run or scan'],
  ['e', 'accept'],
  ['?', 'this help'],
  ['Esc', 'close'],
];

/** The list of keys. */
export function HelpDialog() {
  if (!isHelpOpen.value) return null;
  const screens = SCREENS.flatMap(({ nav, title }) => (nav ? [[`g ${nav.key}`, title]] : []));
  return (
    <Dialog title="Keys" onClose={() => (isHelpOpen.value = false)}>
      <dl class="keys">
        {[...screens, ...KEYS].map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={prefs.value.hasKeys}
          onChange={(event) => setPrefs({ hasKeys: event.currentTarget.checked })}
        />{' '}
        Single keys are shortcuts
      </label>
    </Dialog>
  );
}
