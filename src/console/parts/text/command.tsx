import { CopyButton } from '../copy-button.js';

/** A command for a shell, to select or to copy. */
export function Command({ text }: { text: string }) {
  return (
    <p class="command">
      <code>{text}</code> <CopyButton text={text} label={`Copy: ${text}`} />
    </p>
  );
}
