import type { LoginTestResult } from '../../agents/login-test/login-test.js';
import { printable } from '../../lib/text.js';
import { withClient } from '../client/client.js';
import type { Options } from '../client/handlers.js';
import { lookupCredential, lookupHost } from '../client/lookup.js';
import { getData } from '../client/request.js';
import type { Io } from '../output/io.js';
import { printJson } from '../output/items.js';

type CredentialTestOptions = Options<{
  /** name or id */
  credential: string;
  /** id, IP address or name */
  host: string;
}>;

/** Tests a credential on a host, with a line per step. Exit code 1 if one fails. */
export async function credentialTest(options: CredentialTestOptions, io: Io): Promise<number> {
  const result = await withClient(options, io, async (client) => {
    const { id } = await lookupCredential(client, options.credential);
    const host = await lookupHost(client, options.host);
    return getData<LoginTestResult>(client, 'POST', `/credentials/${id}/test`, {
      host_id: host.id,
    });
  });
  if (options.json) printJson(result, io);
  else io.stdout.write(renderTest(result));
  return result.ok ? 0 : 1;
}

/** Renders the steps of a test, and the reason of the one that failed. */
function renderTest({ steps, error }: LoginTestResult): string {
  const lines = steps.map(
    ({ step, ok, message }) =>
      `${ok ? 'ok    ' : 'failed'}  ${step.padEnd(8)}  ${printable(message)}`,
  );
  const detail = (error?.detail ?? '').split('\n').filter(Boolean);
  return [...lines, ...detail.map((line) => `                  ${printable(line)}`), ''].join('\n');
}
