import { Icon } from './icon.js';
import { announce } from './toast.js';

/** Copies a text. Without access to the clipboard (plain HTTP in a network) it says so. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      announce('Copied');
    } catch {
      announce('The browser allows copying over HTTPS only; select the text instead', 'error');
    }
  }
  return (
    <button
      type="button"
      class="quiet copy"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      <Icon name="copy" />
    </button>
  );
}
