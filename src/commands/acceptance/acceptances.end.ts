import { pluralize, printable } from '../../lib/text.js';
import type { RegisteredAcceptance } from '../../vulnerabilities/acceptances/acceptances.js';
import { formatDate } from '../../lib/times.js';
import { withClient } from '../client/client.js';
import { actOnEach, reportFailed } from '../client/each.js';
import { getData, send } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { hostsText, whereText } from './acceptances.text.js';

export interface AcceptancesEndOptions extends ServiceOptions {
  ids: string[];
}

/**
 * Ends acceptances; they stay in the register. Ends none if one of them does not exist or has ended already, and the
 * others if one fails.
 */
export async function acceptancesEnd(options: AcceptancesEndOptions, io: Io): Promise<number> {
  const ids = [...new Set(options.ids.map(requireId))];
  return withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const found = [];
    for (const id of ids) found.push(await getActive(client, id));
    const outcome = await actOnEach(found, async (acceptance) => {
      await send(client, 'DELETE', `/acceptances/${acceptance.id}`);
      io.stdout.write(`${describeEnd(acceptance)}\n`);
    });
    return reportFailed(outcome, ({ id }) => `Acceptance ${id} was not ended`, io);
  });
}

function requireId(text: string): string {
  if (/^[1-9]\d{0,14}$/.test(text)) return text;
  throw new CommandError(
    `${JSON.stringify(text)} is not the id of an acceptance; see "hostwarden acceptances"`,
    2,
  );
}

async function getActive(client: Client, id: string): Promise<RegisteredAcceptance> {
  const acceptance = await getData<RegisteredAcceptance>(client, 'GET', `/acceptances/${id}`);
  if (acceptance.ended_at === null) return acceptance;
  throw new CommandError(`Acceptance ${id} has ended on ${formatDate(acceptance.ended_at)}`);
}

function describeEnd(acceptance: RegisteredAcceptance): string {
  const { id, vulnerability_id, findings } = acceptance;
  const covered = `${printable(vulnerability_id)} on ${hostsText(acceptance)}, ${whereText(acceptance)}`;
  return `Acceptance ${id} ended: ${covered}. It covered ${pluralize(findings, 'open finding')}.`;
}
