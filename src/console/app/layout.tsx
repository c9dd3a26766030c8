import { isOutdated, lostSince } from '../api/connection.js';
import { isSignedIn } from '../api/session-half.js';
import { ExactTime } from '../parts/time.js';
import { Toasts } from '../parts/toast.js';
import { Dialog } from '../parts/dialog.js';
import { SignInForm } from '../parts/sign-in-form.js';
import { HelpDialog, isHelpOpen } from './help.js';
import { useKeys } from './keys.js';
import { NAVIGATION, Navigation } from './navigation.js';
import { PaletteHost } from './palette/palette-host.js';
import { Footer } from './footer.js';
import { address, navigate } from './router.js';
import { ScreenHost } from './screen-host.js';

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

/** Over the page when its session has ended: what is below stays as it is, with its filled forms. */
function SignInDialog() {
  return (
    <Dialog title="Signed out" isRequired>
      <p>The session has ended, or its token was revoked. Sign in to continue where you were.</p>
      <SignInForm />
    </Dialog>
  );
}
