import { session, signOut } from '../api/session.js';
import { closeOnEscape } from '../parts/close-on-escape.js';
import { Icon } from '../parts/icon.js';
import { SCREENS, type Screen } from '../screens/screens.js';
import { href } from './place.js';
import { navigate } from './router.js';

/** The screens of the navigation. */
export const NAVIGATION = SCREENS.filter((screen) => screen.nav !== undefined);

/** As many fit beside `More` on a page of 360 pixels. */
const ON_NARROW = 5;

/** The main screens: a column at the left, or a bar at the foot of a narrow page, which has the others under `More`. */
export function Navigation({ path }: { path: string }) {
  const rest = NAVIGATION.slice(ON_NARROW);
  return (
    <nav class="navigation" aria-label="Main">
      <a class="brand" href={href('')}>
        hostwarden
      </a>
      <ul>
        {NAVIGATION.map((screen, i) => (
          <li key={screen.path} class={i < ON_NARROW ? undefined : 'wide'}>
            <ScreenLink screen={screen} path={path} />
          </li>
        ))}
      </ul>
      <details key={path} class="more" onKeyDown={closeOnEscape}>
        <summary class={rest.some((screen) => isWithin(screen, path)) ? 'is-current' : undefined}>
          <Icon name="more" />
          <span>More</span>
        </summary>
        <div>
          <ul>
            {rest.map((screen) => (
              <li key={screen.path}>
                <ScreenLink screen={screen} path={path} />
              </li>
            ))}
          </ul>
          <Account />
        </div>
      </details>
      <div class="wide">
        <Account />
      </div>
    </nav>
  );
}

function ScreenLink({ screen, path }: { screen: Screen; path: string }) {
  return (
    <a
      href={href(screen.path)}
      aria-current={isWithin(screen, path) ? 'page' : undefined}
      aria-keyshortcuts={`g ${screen.nav?.key ?? ''}`}
    >
      {screen.nav && <Icon name={screen.nav.icon} />}
      <span>{screen.title}</span>
    </a>
  );
}

const isWithin = (screen: Screen, path: string): boolean =>
  path === screen.path || (screen.path !== '' && path.startsWith(`${screen.path}/`));

/** Who is signed in. */
function Account() {
  if (!session.value) return null;
  return (
    <div class="account">
      <span class="muted" title="token and role of this session">
        {session.value.token_name} ({session.value.role})
      </span>
      <button type="button" class="quiet" onClick={() => void leave()}>
        Sign out
      </button>
    </div>
  );
}

async function leave(): Promise<void> {
  navigate('sign-in');
  await signOut();
}
