import type { Severity } from '../../knowledge/records.js';
import { printable } from '../../lib/text.js';
import type { Digest } from '../../notifications/events.js';
import type { Rule } from '../../notifications/rules/rules.schemas.js';
import { withClient } from '../client/client.js';
import { lookupGroup, lookupHosts, lookupTemplate } from '../client/lookup.js';
import { readHostNameOf, readNameOf, readTemplateNameOf, type NameOf } from '../client/names.js';
import { getData, listAll, send } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printItems, printJson, type Column, type JsonOption } from '../output/items.js';
import { printRemoved } from '../output/removed.js';
import { lookupChannel } from './channel.lookup.js';

/** The options that `channel rule add` and `channel rule edit` share. */
export interface RuleFilterOptions extends ServiceOptions, JsonOption {
  riskMin?: string;
  template?: string[];
  group?: string[];
  host?: string[];
  offlineMinutes?: string;
  expiringDays?: string;
}

interface RuleAddOptions extends RuleFilterOptions {
  /** id or name */
  channel: string;
  on: string[];
  severity?: Severity;
  digest?: Digest;
}

/** Adds a rule to a channel. */
export async function channelRuleAdd(options: RuleAddOptions, io: Io): Promise<number> {
  const { rule, name } = await withClient(
    { ...options, needsDataDir: true },
    io,
    async (client) => {
      const { id, name: channelName } = await lookupChannel(client, options.channel);
      const added = await getData<Rule>(client, 'POST', '/notification-rules', {
        channel_id: id,
        events: options.on,
        ...toNumbers(options),
        ...(options.severity !== undefined && { severity: options.severity }),
        ...(options.digest !== undefined && { digest: options.digest }),
        ...(await lookupFilters(client, options)),
      });
      return { rule: added, name: channelName };
    },
  );
  if (options.json) printJson(rule, io);
  else io.stdout.write(`Added rule ${rule.id} of channel "${printable(name)}".\n`);
  return 0;
}

/** Returns the fields of a rule that are numbers. */
export const toNumbers = ({ riskMin, offlineMinutes, expiringDays }: RuleFilterOptions) => ({
  ...(riskMin !== undefined && { risk_min: Number(riskMin) }),
  ...(offlineMinutes !== undefined && { offline_minutes: Number(offlineMinutes) }),
  ...(expiringDays !== undefined && { expiring_days: Number(expiringDays) }),
});

/** Returns the filters of a rule that were given, as ids. Throws CommandError for an unknown name. */
export async function lookupFilters(client: Client, options: RuleFilterOptions) {
  const { template, group, host } = options;
  const templates: number[] = [];
  for (const text of template ?? []) templates.push((await lookupTemplate(client, text)).id);
  const groups: number[] = [];
  for (const text of group ?? []) groups.push((await lookupGroup(client, text)).id);
  const hosts = await lookupHosts(client, host ?? []);
  return {
    ...(template && { template_ids: templates }),
    ...(group && { group_ids: groups }),
    ...(host && { host_ids: hosts.map(({ id }) => id) }),
  };
}

/** Returns the names of what rules refer to. */
interface RuleNames {
  channel: NameOf;
  template: NameOf;
  group: NameOf;
  host: NameOf;
}

const columns = (names: RuleNames): Column<Rule>[] => [
  { heading: 'ID', value: ({ id }) => id },
  { heading: 'CHANNEL', value: ({ channel_id: id }) => names.channel(id), isFlexible: true },
  { heading: 'EVENTS', value: ({ events }) => events.join(', '), isLong: true },
  { heading: 'FROM', value: ({ severity }) => severity },
  { heading: 'RISK', value: ({ risk_min: risk }) => risk },
  { heading: 'DIGEST', value: ({ digest }) => digest },
  { heading: 'ONLY', value: (rule) => filterText(rule, names), isFlexible: true, isLong: true },
];

function filterText(
  { template_ids: templates, group_ids: groups, host_ids: hosts }: Rule,
  names: RuleNames,
): string {
  const parts = [
    ['template', templates],
    ['group', groups],
    ['host', hosts],
  ] as const;
  return parts
    .filter(([, ids]) => ids.length > 0)
    .map(([kind, ids]) => `${kind} ${ids.map(names[kind]).join(', ')}`)
    .join('; ');
}

async function readRuleNames(client: Client, rules: readonly Rule[]): Promise<RuleNames> {
  const hosts = await readHostNameOf(
    client,
    rules.flatMap(({ host_ids: ids }) => ids),
  );
  return {
    channel: await readNameOf(client, '/notification-channels'),
    template: await readTemplateNameOf(client),
    group: await readNameOf(client, '/groups'),
    host: hosts,
  };
}

/** Lists the rules of a channel, or all. */
export async function channelRuleList(
  options: ServiceOptions & JsonOption & { channel?: string },
  io: Io,
): Promise<number> {
  const { channel, json } = options;
  const { rules, names } = await withClient(
    { ...options, needsDataDir: true },
    io,
    async (client) => {
      const filter: Record<string, string> = {};
      if (channel !== undefined)
        filter.channel_id = String((await lookupChannel(client, channel)).id);
      const found = await listAll<Rule>(client, '/notification-rules', filter);
      return { rules: found, names: await readRuleNames(client, found) };
    },
  );
  printItems(rules, columns(names), { json, none: 'No rules.' }, io);
  return 0;
}

/** Throws CommandError for a text that is no id. */
export function requireRuleId(id: string): void {
  if (!/^[1-9]\d{0,14}$/.test(id))
    throw new CommandError(`${JSON.stringify(id)} is not the id of a rule`, 2);
}

/** Removes rules: all of them, or none if one is unknown. */
export async function channelRuleRemove(
  options: ServiceOptions & JsonOption & { ids: string[] },
  io: Io,
): Promise<number> {
  const ids = [...new Set(options.ids)];
  ids.forEach(requireRuleId);
  await withClient({ ...options, needsDataDir: true }, io, async (client) => {
    for (const id of ids) await getData<Rule>(client, 'GET', `/notification-rules/${id}`);
    for (const id of ids) await send(client, 'DELETE', `/notification-rules/${id}`);
  });
  const removed = ids.map((id) => ({ id: Number(id), name: null }));
  printRemoved('rule', removed, options, io);
  return 0;
}
