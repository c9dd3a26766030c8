import { openInBrowser } from '../../platform/process/open-browser.js';
import { withClient } from '../client/client.js';
import { getData } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import { sleep, type Io } from '../output/io.js';

export interface ConsoleOptions extends ServiceOptions {
  role?: string;
  open?: boolean;
}

/** The browser has to read the file of the link within this time. */
const OPENING_MS = 10_000;

/** Prints a link that signs in to the console, or opens it. Only the link is on standard output. */
export async function printConsoleLink(options: ConsoleOptions, io: Io): Promise<number> {
  const link = await withClient(options, io, async (client) => {
    if (!client.service)
      throw new CommandError('No service is running; start it with "hostwarden serve"');
    const body = options.role === undefined ? {} : { role: options.role };
    const { code } = await getData<{ code: string }>(client, 'POST', '/session/codes', body);
    return consoleLink(client.service.url, code);
  });
  if (options.open !== true) {
    io.stdout.write(`${link}\n`);
    return 0;
  }
  const close = await openInBrowser(link);
  if (!close)
    throw new CommandError('No browser can be opened here; use the command without --open');
  io.stderr.write('Opening the console in the browser.\n');
  await sleep(OPENING_MS, io.signal);
  close();
  return 0;
}

/** Returns the link of a code. It is in the fragment, which browsers do not send. */
export const consoleLink = (url: string, code: string): string => `${url}/ui/sign-in#${code}`;
