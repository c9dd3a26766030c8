import { isOutdated, lostSince } from '../api/connection.js';
import { isSignedIn } from '../api/session-half.js';
import { session, signOut } from '../api/session.js';
import { Icon } from '../parts/icon.js';
import { ExactTime } from '../parts/time.js';
import { Toasts } from '../parts/toast.js';
import { SCREENS, type Screen } from '../screens/screens.js';
import { HelpDialog, isHelpOpen } from './help.js';
import { useKeys } from './keys.js';
import { PaletteHost } from './palette/palette-host.js';
import { href } from './place.js';
import { Footer } from './footer.js';
import { address, navigate } from './router.js';
import { ScreenHost } from './screen-host.js';
import { SignInDialog } from './sign-in-dialog.js';

const NAVIGATION = SCREENS.filter((screen) => screen.nav !== undefined);

/** The whole page: navigation, screen, and what is above them. */
export function Layout() {
  const { path } = address.value;
  useKeys({
    '?': () => {
      isHelpOpen.value = true;
    },
    ...Object.fromEntries(
      NAVIGATION.map((screen) => [`g ${screen.nav?.key ?? ''}`, () => navigate(screen.path)]),
    ),
  });
  const isSignInPage = path === 'sign-in';
  return (
    <>
      <a class="skip" href="#main" onClick={focusMain}>
        Skip to the content
      </a>
      {!isSignInPage && <Navigation path={path} />}
      <div class="page">
        <ConnectionBar />
        <main id="main" tabIndex={-1} class={lostSince.value === null ? '' : 'is-stale'}>
          <ScreenHost path={path} />
        </main>
        <Footer />
      </div>
      <Toasts />
      <HelpDialog />
      {!isSignInPage && <PaletteHost />}
      {!isSignInPage && !isSignedIn.value && <SignInDialog />}
    </>
  );
}

function focusMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function Navigation({ path }: { path: string }) {
  return (
    <nav class="navigation" aria-label="Main">
      <a class="brand" href={href('')}>
        hostwarden
      </a>
      <ul>
        {NAVIGATION.map((screen) => (
          <li key={screen.path}>
            <a
              href={href(screen.path)}
              aria-current={isWithin(screen, path) ? 'page' : undefined}
              aria-keyshortcuts={`g ${screen.nav?.key ?? ''}`}
            >
              {screen.nav && <Icon name={screen.nav.icon} />}
              <span>{screen.title}</span>
            </a>
          </li>
        ))}
      </ul>
      <div class="account">
        {session.value && (
          <>
            <span class="muted" title="token and role of this session">
              {session.value.token_name} ({session.value.role})
            </span>
            <button type="button" class="quiet" onClick={() => void leave()}>
              Sign out
            </button>
          </>
        )}
      </div>
    </nav>
  );
}

const isWithin = (screen: Screen, path: string): boolean =>
  path === screen.path || (screen.path !== '' && path.startsWith(`${screen.path}/`));

async function leave(): Promise<void> {
  navigate('sign-in');
  await signOut();
}

/** Says when what is shown may be old. */
function ConnectionBar() {
  return (
    <div role="status">
      {lostSince.value !== null && (
        <p class="bar">
          Connection lost at <ExactTime at={lostSince.value} />; what you see is of then. Trying
          again…
        </p>
      )}
      {isOutdated.value && (
        <p class="bar">
          The service was upgraded.{' '}
          <button type="button" onClick={() => location.reload()}>
            Reload
          </button>
        </p>
      )}
    </div>
  );
}
