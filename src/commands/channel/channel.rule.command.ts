import { InvalidArgumentError, Option, type Command } from 'commander';
import { SEVERITIES } from '../../knowledge/records.js';
import { DIGESTS, NOTIFICATION_EVENTS } from '../../notifications/events.js';
import { addDetails } from '../command-details.js';
import { addGroup, addServiceAction, type Bind } from '../command-options.js';
import { REMOVED_JSON } from '../output/removed.js';

/** Adds `channel rule`. */
export function addChannelRules(channel: Command, bind: Bind): void {
  const rule = addGroup(channel, 'rule', 'choose the events of a channel', [
    'list',
    'add',
    'edit',
    'remove',
  ]);
  const runList = bind(async () => (await import('./channel.rules.js')).channelRuleList);
  const list = rule
    .command('list')
    .description('list the rules of a channel, or all')
    .argument('[channel]', 'id or name');
  addDetails(list, { examples: ['channel rule list ops-chat'], json: 'NotificationRule[]' });
  addServiceAction(list, runList, 'channel');
  addAdding(rule, bind);
  addEditing(rule, bind);
  const runRemove = bind(async () => (await import('./channel.rules.js')).channelRuleRemove);
  const remove = rule
    .command('remove')
    .description('remove rules')
    .argument('<id...>', 'ids from "hostwarden channel rule list"');
  addDetails(remove, { examples: ['channel rule remove 3'], json: REMOVED_JSON });
  addServiceAction(remove, runRemove, 'ids');
}

/** Adds the options that select what a rule sends. */
const addFilterOptions = (command: Command): Command =>
  command
    .addOption(new Option('--risk-min <risk>', 'lowest of findings, 0 to 100').argParser(parseRisk))
    .option('--template <template...>', 'only tasks of these templates: ids or names')
    .option('--group <group...>', 'only hosts of these groups: ids or names')
    .option('--host <host...>', 'only these hosts: ids, IP addresses or names')
    .addOption(
      new Option('--offline-minutes <n>', 'of agent.offline (default: 15)').argParser(parseCount),
    )
    .addOption(
      new Option(
        '--expiring-days <n>',
        'of certificate.expiring and acceptance.expiring (default: 14)',
      ).argParser(parseCount),
    );

const DIGEST = 'one message a day, or a week on Monday';

function addAdding(rule: Command, bind: Bind): void {
  const run = bind(async () => (await import('./channel.rules.js')).channelRuleAdd);
  const add = rule
    .command('add')
    .description('send the messages of these events to a channel')
    .argument('<channel>', 'id or name')
    .addOption(
      new Option('--on <event...>', 'events').choices(NOTIFICATION_EVENTS).makeOptionMandatory(),
    )
    .addOption(new Option('--severity <severity>', 'lowest of findings').choices(SEVERITIES))
    .addOption(new Option('--digest <period>', DIGEST).choices(DIGESTS));
  addDetails(addFilterOptions(add), {
    examples: [
      'channel rule add ops-chat --on finding.new task.failed --severity high',
      'channel rule add ops-mail --on finding.new finding.fixed --digest daily',
      'channel rule add ops-chat --on agent.offline --offline-minutes 60 --group servers',
    ],
    json: 'NotificationRule',
  });
  addServiceAction(add, run, 'channel');
}

function addEditing(rule: Command, bind: Bind): void {
  const run = bind(async () => (await import('./channel.rule.edit.js')).channelRuleEdit);
  const edit = rule
    .command('edit')
    .description('change a rule; what is not given stays')
    .argument('<id>', 'from "hostwarden channel rule list"')
    .option('--channel <channel>', 'send to this channel: id or name')
    .addOption(new Option('--on <event...>', 'only these events').choices(NOTIFICATION_EVENTS))
    .addOption(
      new Option('--severity <severity>', 'lowest of findings').choices([...SEVERITIES, 'any']),
    )
    .addOption(new Option('--digest <period>', DIGEST).choices([...DIGESTS, 'none']))
    .addOption(new Option('--all-templates', 'tasks of all templates').conflicts('template'))
    .addOption(new Option('--all-hosts', 'all groups and hosts').conflicts(['group', 'host']));
  addDetails(addFilterOptions(edit), {
    examples: [
      'channel rule edit 3 --severity critical --digest none',
      'channel rule edit 3 --on finding.new --group servers',
    ],
    json: 'NotificationRule',
  });
  addServiceAction(edit, run, 'id');
}

function parseRisk(text: string): string {
  if (!/^\d{1,3}(\.\d+)?$/.test(text) || Number(text) > 100)
    throw new InvalidArgumentError('It must be between 0 and 100.');
  return text;
}

function parseCount(text: string): string {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return text;
}
