import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { asApiError, type ApiError } from '../../api/problem.js';
import { signIn } from '../../api/session.js';
import { href } from '../../app/place.js';
import { address, navigate } from '../../app/router.js';
import { Notice } from '../../parts/notice.js';
import { SignInForm } from '../../parts/sign-in-form.js';

/** Opens the page that was asked for before the sign-in. */
function openNext(): void {
  const [path = '', search = ''] = (address.value.query.next ?? '').split('?');
  navigate(path, Object.fromEntries(new URLSearchParams(search)), { replace: true });
}

/** Signs in with the code in the address, if there is one. */
function signInByAddress(onError: (error: ApiError) => void): void {
  const code = location.hash.slice(1);
  if (code === '') return;
  // The code must not stay in the address, nor in the history.
  history.replaceState(null, '', href('sign-in', address.value.query));
  signIn({ code })
    .then(openNext)
    .catch((thrown: unknown) => onError(asApiError(thrown)));
}

/** Signs in with the code in the fragment of a link, or with a token. */
export default function SignInScreen() {
  const error = useSignal<string | null>(null);
  useEffect(() => {
    const follow = (): void => signInByAddress((thrown) => (error.value = thrown.message));
    follow();
    addEventListener('hashchange', follow); // a link that is pasted on this page does not load it again
    return () => removeEventListener('hashchange', follow);
  }, []);
  return (
    <div class="sign-in">
      <h1 tabIndex={-1}>Sign in to hostwarden</h1>
      {error.value !== null && <Notice kind="error" title={error.value} />}
      <SignInForm onSignedIn={openNext} />
    </div>
  );
}
