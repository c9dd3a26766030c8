import type { Severity } from '../../knowledge/records.js';
import { printable } from '../../lib/text.js';
import type { Digest } from '../../notifications/events.js';
import type { Rule } from '../../notifications/rules/rules.schemas.js';
import { withClient } from '../client/client.js';
import { changing, requireChange, type Options } from '../client/handlers.js';
import {
  lookupChannel,
  lookupGroup,
  lookupHost,
  lookupId,
  lookupIds,
  lookupTemplate,
} from '../client/lookup.js';
import { readHostNameOf, readNameOf, readTemplateNameOf, type NameOf } from '../client/names.js';
import { getData, listAll, send } from '../client/request.js';
import type { Client } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printItems, printJson, type Column } from '../output/items.js';
import { printRemoved } from '../output/removed.js';

/** The options that `channel rule add` and `channel rule edit` share. */
type RuleFilterOptions = Options<{
  riskMin?: string;
  template?: string[];
  group?: string[];
  host?: string[];
  offlineMinutes?: string;
  expiringDays?: string;
}>;

type RuleAddOptions = RuleFilterOptions & {
  /** id or name */
  channel: string;
  on: string[];
  severity?: Severity;
  digest?: Digest;
};

/** Adds a rule to a channel. */
export async function channelRuleAdd(options: RuleAddOptions, io: Io): Promise<number> {
  const { on: events, severity, digest } = options;
  const { rule, name } = await withClient(options, io, async (client) => {
    const channel = await lookupChannel(client, options.channel);
    const fields = { ...toNumbers(options), ...(await lookupFilters(client, options)) };
    const body = { channel_id: channel.id, events, severity, digest, ...fields };
    const added = await getData<Rule>(client, 'POST', '/notification-rules', body);
    return { rule: added, name: channel.name };
  });
  if (options.json) printJson(rule, io);
  else io.stdout.write(`Added rule ${rule.id} of channel "${printable(name)}".\n`);
  return 0;
}

/** Returns the fields of a rule that are numbers. */
const toNumbers = ({ riskMin, offlineMinutes, expiringDays }: RuleFilterOptions) => ({
  ...(riskMin !== undefined && { risk_min: Number(riskMin) }),
  ...(offlineMinutes !== undefined && { offline_minutes: Number(offlineMinutes) }),
  ...(expiringDays !== undefined && { expiring_days: Number(expiringDays) }),
});

/** Returns the filters of a rule that were given, as ids. Throws CommandError for an unknown name. */
const lookupFilters = async (client: Client, { template, group, host }: RuleFilterOptions) => ({
  template_ids: await lookupIds(client, template, lookupTemplate),
  group_ids: await lookupIds(client, group, lookupGroup),
  host_ids: await lookupIds(client, host, lookupHost),
});

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
  options: Options<{ channel?: string }>,
  io: Io,
): Promise<number> {
  const { channel, json } = options;
  const { rules, names } = await withClient(options, io, async (client) => {
    const channel_id = await lookupId(client, channel, lookupChannel);
    const found = await listAll<Rule>(client, '/notification-rules', { channel_id });
    return { rules: found, names: await readRuleNames(client, found) };
  });
  printItems(rules, columns(names), { json, none: 'No rules.' }, io);
  return 0;
}

/** Throws CommandError for a text that is no id. */
function requireRuleId(id: string): void {
  if (!/^[1-9]\d{0,14}$/.test(id))
    throw new CommandError(`${JSON.stringify(id)} is not the id of a rule`, 2);
}

/** Removes rules: all of them, or none if one is unknown. */
export async function channelRuleRemove(
  options: Options<{ ids: string[] }>,
  io: Io,
): Promise<number> {
  const ids = [...new Set(options.ids)];
  ids.forEach(requireRuleId);
  await withClient(options, io, async (client) => {
    for (const id of ids) await getData<Rule>(client, 'GET', `/notification-rules/${id}`);
    for (const id of ids) await send(client, 'DELETE', `/notification-rules/${id}`);
  });
  const removed = ids.map((id) => ({ id: Number(id), name: null }));
  printRemoved('rule', removed, options, io);
  return 0;
}

type RuleEditOptions = RuleFilterOptions & {
  id: string;
  /** id or name */
  channel?: string;
  on?: string[];
  severity?: Severity | 'any';
  digest?: Digest | 'none';
  allTemplates?: true;
  allHosts?: true;
};

/** Changes a rule. */
export async function channelRuleEdit(options: RuleEditOptions, io: Io): Promise<number> {
  const { id } = options;
  requireRuleId(id);
  return changing(
    options,
    io,
    async (client) => {
      const change = await readChange(client, options);
      requireChange('channel rule edit', Object.values(change));
      return getData<Rule>(client, 'PUT', `/notification-rules/${id}`, change);
    },
    (rule) => `Changed rule ${rule.id}.`,
  );
}

/** Returns the fields that the options change; null removes. */
async function readChange(client: Client, options: RuleEditOptions) {
  const { channel, on, severity, digest, allTemplates, allHosts } = options;
  return {
    channel_id: await lookupId(client, channel, lookupChannel),
    events: on,
    severity: severity === 'any' ? null : severity,
    digest: digest === 'none' ? null : digest,
    ...(await lookupFilters(client, options)),
    ...(allTemplates && { template_ids: null }),
    ...(allHosts && { group_ids: null, host_ids: null }),
    ...toNumbers(options),
  };
}
