import type { ComponentChildren } from 'preact';
import { lostSince } from '../../api/connection.js';
import { roleHint, type PageRole } from '../../api/session.js';
import { announce } from '../toast.js';

interface RoleButtonProps {
  needs: PageRole;
  onClick: () => void;
  children: ComponentChildren;
  look?: 'primary' | 'quiet' | 'danger' | undefined;
  /** another reason why it cannot be used now */
  hint?: string | null;
  shortcut?: string | undefined;
}

/** Returns why an action cannot be used now; null: it can. */
const reasonAgainst = (needs: PageRole): string | null =>
  lostSince.value === null ? roleHint(needs) : 'There is no connection to the service';

/** Returns what a key does: the action, or it says why that cannot be used. */
export const keyOfRole =
  (needs: PageRole, action: () => void, hint: string | null = null) =>
  (): void => {
    const reason = reasonAgainst(needs) ?? hint;
    if (reason === null) action();
    else announce(reason, 'error');
  };

/** A button of an action. One that cannot be used is shown with the reason, which can be reached by keyboard. */
export function RoleButton({ needs, onClick, children, look, hint, shortcut }: RoleButtonProps) {
  const reason = reasonAgainst(needs) ?? hint ?? null;
  return (
    <button
      type="button"
      class={look}
      data-action // the palette offers it
      aria-disabled={reason !== null}
      aria-keyshortcuts={shortcut}
      title={reason ?? undefined}
      onClick={() => (reason === null ? onClick() : announce(reason, 'error'))}
    >
      {children}
    </button>
  );
}
