import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { escapeXmlText } from '../../lib/markup/xml-text.js';

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
  linux: ['xdg-open'],
};

/**
 * Opens a link with a secret in the browser of this user. The browser is started on a file that redirects, and that
 * only this user can read: other users see the arguments of processes.
 * @param openers the program of each platform with its arguments
 * @returns a function that deletes the file; null: there is no program to open it with
 */
export async function openInBrowser(link: string, openers = OPENERS): Promise<(() => void) | null> {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const folder = mkdtempSync(join(tmpdir(), 'hostwarden-console-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const file = join(folder, 'open.html');
  writeFileSync(
    file,
    `<!doctype html><meta http-equiv="refresh" content="0;url=${escapeXmlText(link)}">`,
    {
      mode: 0o600,
    },
  );
  const child = spawn(program, [...args, pathToFileURL(file).href], {
    stdio: 'ignore',
    detached: true,
  });
  child.unref();
  const isStarted = await new Promise<boolean>((resolve) => {
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
  });
  if (isStarted) return remove;
  remove();
  return null;
}
