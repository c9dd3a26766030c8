import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { openInBrowser } from '../../../src/platform/process/open-browser.js';
import { temporaryFolder } from '../../support/app.js';

const LINK = 'http://127.0.0.1:8700/ui/sign-in#hwc_secret';

it('starts the browser on a file of this user, so that the link is in no arguments', async () => {
  const out = join(temporaryFolder(), 'arguments');
  const opener = [
    'sh',
    '-c',
    `printf %s "$1" > ${out}.part && mv ${out}.part ${out}`,
    'sh',
  ] as const;
  const close = await openInBrowser(LINK, { [process.platform]: opener });
  await vi.waitFor(() => expect(existsSync(out)).toBe(true), { timeout: 30_000 });
  const argument = readFileSync(out, 'utf8');
  expect(argument).not.toContain('hwc_');
  const file = fileURLToPath(argument);
  expect(readFileSync(file, 'utf8')).toContain(LINK);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  close?.();
  expect(existsSync(file)).toBe(false);
});

it('returns null where there is no program to open it with', async () => {
  expect(await openInBrowser(LINK, { [process.platform]: ['/nonexistent/opener'] })).toBeNull();
});
