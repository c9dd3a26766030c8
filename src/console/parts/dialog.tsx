import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  /** Esc, the close button, or a click beside it */
  onClose?: () => void;
  /** it cannot be closed */
  isRequired?: boolean;
  children: ComponentChildren;
}

/** A dialog above the page. It keeps the focus, and returns it when it is removed. */
export function Dialog({ title, onClose, isRequired = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // `useEffect` returns the focus after the dialog is removed: until then it is at the heading.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!isRequired) onClose?.();
      }}
      onClick={(event) => {
        if (event.target === dialog.current && !isRequired) onClose?.();
      }}
    >
      <div class="dialog">
        <header>
          <h2 id={titleId}>{title}</h2>
          {!isRequired && (
            <button type="button" class="quiet" aria-label="Close" onClick={() => onClose?.()}>
              ×
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
