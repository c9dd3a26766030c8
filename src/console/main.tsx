import { render } from 'preact';
import { startLive } from './api/live.js';
import { isSignedIn } from './api/session-half.js';
import { followOtherTabs } from './api/session.js';
import { replaceBidiControls } from './parts/text/bidi-controls.js';
import { keepFocus } from './app/keep-focus.js';
import { startKeys } from './app/keys.js';
import { Layout } from './app/layout.js';
import { applyTheme } from './app/prefs.js';
import { address, navigate, startRouter } from './app/router.js';
import styles from './style/style.css?inline';

replaceBidiControls();
applyStyles();
applyTheme();
startRouter();
startKeys();
if (!isSignedIn.value && address.value.path !== 'sign-in')
  navigate('sign-in', next(), { replace: true });
followOtherTabs();
startLive(); // a 401 shows the sign-in dialog

const place = document.getElementById('app');
if (place) {
  keepFocus(place);
  render(<Layout />, place);
}

/** The styles are part of the script: in a file they are one more request, and nothing is shown before it anyway. */
function applyStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [sheet];
}

/** Where to return to after the sign-in. */
function next(): Record<string, string> {
  const { path, query } = address.value;
  const search = new URLSearchParams(query).toString();
  const target = search === '' ? path : `${path}?${search}`;
  return target === '' ? {} : { next: target };
}
