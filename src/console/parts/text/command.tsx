import { asCalled } from '../../api/connection.js';
import { CopyButton } from '../copy-button.js';

/** Whether a remedy is a command, which can be copied; another is a sentence. */
export const isCommand = (remedy: string): boolean =>
  !/[.:]$/.test(remedy) && !/^[A-Z]/.test(remedy);

/** A command for a shell, to select or to copy. */
export function Command({ text: command }: { text: string }) {
  const text = asCalled(command);
  return (
    <p class="command">
      <code>{text}</code> <CopyButton text={text} label={`Copy: ${text}`} />
    </p>
  );
}
