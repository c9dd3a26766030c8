import type { Severity } from '../../knowledge/records.js';
import type { Digest } from '../../notifications/events.js';
import type { Rule } from '../../notifications/rules/rules.schemas.js';
import { withClient } from '../client/client.js';
import { getData } from '../client/request.js';
import type { Client } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printJson } from '../output/items.js';
import { lookupChannel } from './channel.lookup.js';
import {
  lookupFilters,
  requireRuleId,
  toNumbers,
  type RuleFilterOptions,
} from './channel.rules.js';

interface RuleEditOptions extends RuleFilterOptions {
  id: string;
  /** id or name */
  channel?: string;
  on?: string[];
  severity?: Severity | 'any';
  digest?: Digest | 'none';
  allTemplates?: true;
  allHosts?: true;
}

/** Changes a rule. */
export async function channelRuleEdit(options: RuleEditOptions, io: Io): Promise<number> {
  const { id, json } = options;
  requireRuleId(id);
  const rule = await withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const change = await readChange(client, options);
    if (Object.keys(change).length === 0)
      throw new CommandError('Say what to change: see "hostwarden channel rule edit --help"', 2);
    return getData<Rule>(client, 'PUT', `/notification-rules/${id}`, change);
  });
  if (json) printJson(rule, io);
  else io.stdout.write(`Changed rule ${rule.id}.\n`);
  return 0;
}

/** Returns the fields that the options change; null removes. */
async function readChange(client: Client, options: RuleEditOptions) {
  const { channel, on, severity, digest, allTemplates, allHosts } = options;
  return {
    ...(channel !== undefined && { channel_id: (await lookupChannel(client, channel)).id }),
    ...(on !== undefined && { events: on }),
    ...(severity !== undefined && { severity: severity === 'any' ? null : severity }),
    ...(digest !== undefined && { digest: digest === 'none' ? null : digest }),
    ...(await lookupFilters(client, options)),
    ...(allTemplates && { template_ids: null }),
    ...(allHosts && { group_ids: null, host_ids: null }),
    ...toNumbers(options),
  };
}
