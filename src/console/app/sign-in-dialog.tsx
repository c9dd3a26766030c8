import { Dialog } from '../parts/dialog.js';
import { SignInForm } from '../parts/sign-in-form.js';

/** Over the page when its session has ended: what is below stays as it is, with its filled forms. */
export function SignInDialog() {
  return (
    <Dialog title="Signed out" isRequired>
      <p>The session has ended, or its token was revoked. Sign in to continue where you were.</p>
      <SignInForm />
    </Dialog>
  );
}
