import type { ComponentChildren } from 'preact';

interface NoticeProps {
  /** `empty`: there is nothing to show; `warning`: read this first; `error`: it failed */
  kind: 'empty' | 'warning' | 'error';
  title: string;
  action?: { label: string; run: () => void };
  children?: ComponentChildren;
}

/** Says why something is not shown, and what to do. */
export function Notice({ kind, title, action, children }: NoticeProps) {
  return (
    <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      <p class="notice-title">{title}</p>
      {children}
      {action && (
        <button type="button" onClick={action.run}>
          {action.label}
        </button>
      )}
    </div>
  );
}

/** Says that a list is empty, and what to do. */
export const Empty = ({ title, children }: Pick<NoticeProps, 'title' | 'children'>) => (
  <Notice kind="empty" title={title}>
    {children && <p>{children}</p>}
  </Notice>
);
