import { useSignal } from '@preact/signals';
import { asApiError } from '../api/problem.js';
import { program } from '../api/connection.js';
import { signIn } from '../api/session.js';
import { Command } from './text/command.js';

/** Asks for a token. It is exchanged for a session and not kept. */
export function SignInForm({ onSignedIn }: { onSignedIn?: () => void }) {
  const token = useSignal('');
  const error = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  async function submit(): Promise<void> {
    isBusy.value = true;
    try {
      await signIn({ token: token.value.trim() });
      token.value = '';
      onSignedIn?.();
    } catch (thrown) {
      error.value = asApiError(thrown).message;
    } finally {
      isBusy.value = false;
    }
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {program.value === '' ? (
        <p>
          On the machine of the service, the command <code>console</code> of the program prints a
          link. It needs the same <code>--data-dir</code>.
        </p>
      ) : (
        <div>
          <p>On the machine of the service, this prints a link:</p>
          <Command text="hostwarden console" />
        </div>
      )}
      <label class="field">
        <span>Or paste a token</span>
        <input
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          placeholder="hw_…"
          value={token.value}
          aria-describedby="sign-in-error"
          onInput={(event) => (token.value = event.currentTarget.value)}
        />
      </label>
      <p id="sign-in-error" class="error" role="alert">
        {error.value}
      </p>
      <button type="submit" class="primary" disabled={isBusy.value}>
        Sign in
      </button>
    </form>
  );
}
