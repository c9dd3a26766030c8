import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { asApiError } from '../../api/problem.js';
import { asCalled } from '../../api/connection.js';
import { readHalf } from '../../api/session-half.js';
import { loadSession, session, signIn } from '../../api/session.js';
import { href } from '../../app/place.js';
import { address, navigate } from '../../app/router.js';
import { Notice } from '../../parts/notice.js';
import { SignInForm } from '../../parts/sign-in-form.js';

/** Opens the page that was asked for before the sign-in. */
function openNext(): void {
  const [path = '', search = ''] = (address.value.query.next ?? '').split('?');
  navigate(path, Object.fromEntries(new URLSearchParams(search)), { replace: true });
}

/** Returns the code in the address, and removes it there; null: it has no code. */
function takeCode(): string | null {
  const code = location.hash.slice(1);
  if (code === '') return null;
  // The code must not stay in the address, nor in the history.
  history.replaceState(null, '', href('sign-in', address.value.query));
  return code;
}

/** Returns the session that a link would replace; null: it has ended. Throws ApiError. */
async function findSession(): Promise<typeof session.value> {
  if (readHalf() === null) return null;
  try {
    await loadSession();
    return session.value;
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.status === 401) return null;
    throw error;
  }
}

interface ReplaceProps {
  current: NonNullable<typeof session.value>;
  onReplace: () => void;
}

/** Asks before a link, which may be on a page of anyone, replaces the session of all tabs. */
function ConfirmReplace({ current: { token_name: name, role }, onReplace }: ReplaceProps) {
  return (
    <Notice
      kind="warning"
      title="A link wants to sign in again"
      action={{ label: 'Sign in with the link', run: onReplace }}
    >
      <p>
        You are signed in as {name} ({role}). The link replaces this session in all tabs. Continue
        only if you opened the link yourself.
      </p>
      <button type="button" class="primary" onClick={openNext}>
        Stay signed in
      </button>
    </Notice>
  );
}

/** Signs in with the code in the fragment of a link, or with a token. */
export default function SignInScreen() {
  const error = useSignal<string | null>(null);
  const asked = useSignal<{ code: string; current: ReplaceProps['current'] } | null>(null);
  const run = (work: Promise<void>): void => {
    work.catch((thrown: unknown) => (error.value = asApiError(thrown).message));
  };
  const signInWith = async (code: string): Promise<void> => {
    asked.value = null;
    await signIn({ code });
    openNext();
  };
  const followLink = async (): Promise<void> => {
    const code = takeCode();
    if (code === null) return;
    const current = await findSession();
    if (current === null) await signInWith(code);
    else asked.value = { code, current };
  };
  useEffect(() => {
    const follow = (): void => run(followLink());
    follow();
    addEventListener('hashchange', follow); // a link that is pasted on this page does not load it again
    return () => removeEventListener('hashchange', follow);
  }, []);
  const question = asked.value;
  return (
    <div class="sign-in">
      <h1 tabIndex={-1}>Sign in to hostwarden</h1>
      {error.value !== null && <Notice kind="error" title={asCalled(error.value)} />}
      {question === null ? (
        <SignInForm onSignedIn={openNext} />
      ) : (
        <ConfirmReplace
          current={question.current}
          onReplace={() => run(signInWith(question.code))}
        />
      )}
    </div>
  );
}
