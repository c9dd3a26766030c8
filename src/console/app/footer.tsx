import { prefs, setPrefs, type Prefs } from './prefs.js';
import { zoneName } from '../parts/time.js';
import { isHelpOpen } from './help.js';

const THEMES: readonly (readonly [Prefs['theme'], string])[] = [
  ['auto', 'as the system'],
  ['light', 'light'],
  ['dark', 'dark'],
];

/** The zone of all times, the theme, and the keys. */
export function Footer() {
  return (
    <footer class="footer">
      <label>
        Times in{' '}
        <select
          value={prefs.value.zone}
          onChange={(event) => setPrefs({ zone: event.currentTarget.value as Prefs['zone'] })}
        >
          <option value="browser">{zoneName('browser')}</option>
          <option value="utc">UTC</option>
        </select>
      </label>
      <label>
        Theme{' '}
        <select
          value={prefs.value.theme}
          onChange={(event) => setPrefs({ theme: event.currentTarget.value as Prefs['theme'] })}
        >
          {THEMES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="quiet" onClick={() => (isHelpOpen.value = true)}>
        Keys
      </button>
    </footer>
  );
}
