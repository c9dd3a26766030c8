import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { asApiError } from '../../api/problem.js';
import { Dialog } from '../dialog.js';
import { announce } from '../toast.js';

/** The calls of a dialog: `onDone` after success, then `onClose` at its end. */
export interface DialogProps {
  onClose: () => void;
  onDone: () => void;
}

interface FormDialogProps extends Partial<DialogProps> {
  /** default: that of the button, as a question */
  title?: string;
  /** what the button does: `Delete 3 hosts` */
  submit: string;
  /** sends it; the dialog is closed after success, and shows the reason of a failure */
  run: () => Promise<unknown>;
  onClose: () => void;
  /** said after success */
  done?: string;
  isDangerous?: boolean;
  /** another step follows: the dialog is not closed after success */
  staysOpen?: boolean;
  /** why it cannot be sent yet */
  hint?: string | null;
  children?: ComponentChildren;
}

/** A dialog with a form. The typed values stay when it fails. */
export function FormDialog(props: FormDialogProps) {
  const { submit, run, done, onClose, onDone, hint = null } = props;
  const error = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  async function send(): Promise<void> {
    if (isBusy.value || hint !== null) return;
    isBusy.value = true;
    error.value = null;
    try {
      await run();
      if (done !== undefined) announce(done);
      onDone?.();
      isBusy.value = false;
      if (!props.staysOpen) onClose();
    } catch (thrown) {
      error.value = asApiError(thrown).message;
      isBusy.value = false;
    }
  }
  return (
    <Dialog title={props.title ?? `${submit}?`} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {props.children}
        <p class="error" role="alert">
          {error.value}
        </p>
        <div class="buttons">
          <button
            type="submit"
            class={props.isDangerous ? 'danger' : 'primary'}
            // Not disabled: it would lose the focus while it is busy. `send` does nothing then.
            aria-disabled={isBusy.value || hint !== null}
          >
            {submit}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          {hint !== null && <span class="muted">{hint}</span>}
        </div>
      </form>
    </Dialog>
  );
}
