import { signal } from '@preact/signals';

interface Toast {
  id: number;
  text: string;
  kind: 'done' | 'error';
}

const SHOWN_MS = 8000;
const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Says once what happened, also to a screen reader. */
export function announce(text: string, kind: Toast['kind'] = 'done'): void {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value.slice(-2), { id, text, kind }];
  setTimeout(() => dismiss(id), SHOWN_MS);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** The place of announcements. */
export function Toasts() {
  return (
    // Not atomic: an announcement does not repeat those before it.
    <div class="toasts" role="status" aria-live="polite" aria-atomic="false">
      {toasts.value.map(({ id, text, kind }) => (
        <p key={id} class={`toast ${kind}`}>
          {text}{' '}
          <button type="button" class="quiet" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ×
          </button>
        </p>
      ))}
    </div>
  );
}
