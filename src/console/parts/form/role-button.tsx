import type { ComponentChildren } from 'preact';
import { lostSince } from '../../api/connection.js';
import { roleHint, type PageRole } from '../../api/session.js';
import { announce } from '../toast.js';

interface RoleButtonProps {
  needs: PageRole;
  onClick: () => void;
  children: ComponentChildren;
  /** `primary`, `quiet` or `danger` */
  look?: 'primary' | 'quiet' | 'danger';
  /** another reason why it cannot be used now */
  hint?: string | null;
  shortcut?: string;
}

/** A button of an action. One that cannot be used is shown with the reason, which can be reached by keyboard. */
export function RoleButton({ needs, onClick, children, look, hint, shortcut }: RoleButtonProps) {
  const lost = lostSince.value === null ? null : 'There is no connection to the service';
  const reason = lost ?? roleHint(needs) ?? hint ?? null;
  return (
    <button
      type="button"
      class={look}
      aria-disabled={reason !== null}
      aria-keyshortcuts={shortcut}
      title={reason ?? undefined}
      onClick={() => (reason === null ? onClick() : announce(reason, 'error'))}
    >
      {children}
    </button>
  );
}
