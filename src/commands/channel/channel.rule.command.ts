import { InvalidArgumentError } from 'commander';
import { SEVERITIES } from '../../knowledge/records.js';
import { DIGESTS, NOTIFICATION_EVENTS } from '../../notifications/events.js';
import type { CommandSpecs, OptionSpecs } from '../command-spec.js';
import { REMOVED_JSON } from '../output/removed.js';

/** They select what a rule sends. */
const FILTER_OPTIONS: OptionSpecs = {
  '--risk-min <risk>': { about: 'lowest of findings, 0 to 100', parse: parseRisk },
  '--template <template...>': 'only tasks of these templates: ids or names',
  '--group <group...>': 'only hosts of these groups: ids or names',
  '--host <host...>': 'only these hosts: ids, IP addresses or names',
  '--offline-minutes <n>': { about: 'of agent.offline (default: 15)', parse: parseCount },
  '--expiring-days <n>': {
    about: 'of certificate.expiring and acceptance.expiring (default: 14)',
    parse: parseCount,
  },
};

const DIGEST = 'one message a day, or a week on Monday';

/** The commands of `channel rule`. */
export const RULE_COMMANDS: CommandSpecs = {
  list: {
    about: 'list the rules of a channel, or all',
    arguments: { '[channel]': 'id or name' },
    run: async () => (await import('./channel.rules.js')).channelRuleList,
    examples: ['channel rule list ops-chat'],
    json: 'NotificationRule[]',
  },
  add: {
    about: 'send the messages of these events to a channel',
    arguments: { '<channel>': 'id or name' },
    options: {
      '--on <event...>': { about: 'events', choices: NOTIFICATION_EVENTS, isRequired: true },
      '--severity <severity>': { about: 'lowest of findings', choices: SEVERITIES },
      '--digest <period>': { about: DIGEST, choices: DIGESTS },
      ...FILTER_OPTIONS,
    },
    run: async () => (await import('./channel.rules.js')).channelRuleAdd,
    examples: [
      'channel rule add ops-chat --on finding.new task.failed --severity high',
      'channel rule add ops-mail --on finding.new finding.fixed --digest daily',
      'channel rule add ops-chat --on agent.offline --offline-minutes 60 --group servers',
    ],
    json: 'NotificationRule',
  },
  edit: {
    about: 'change a rule; what is not given stays',
    arguments: { '<id>': 'from "hostwarden channel rule list"' },
    options: {
      '--channel <channel>': 'send to this channel: id or name',
      '--on <event...>': { about: 'only these events', choices: NOTIFICATION_EVENTS },
      '--severity <severity>': { about: 'lowest of findings', choices: [...SEVERITIES, 'any'] },
      '--digest <period>': { about: DIGEST, choices: [...DIGESTS, 'none'] },
      '--all-templates': { about: 'tasks of all templates', conflicts: 'template' },
      '--all-hosts': { about: 'all groups and hosts', conflicts: ['group', 'host'] },
      ...FILTER_OPTIONS,
    },
    run: async () => (await import('./channel.rules.js')).channelRuleEdit,
    examples: [
      'channel rule edit 3 --severity critical --digest none',
      'channel rule edit 3 --on finding.new --group servers',
    ],
    json: 'NotificationRule',
  },
  remove: {
    about: 'remove rules',
    arguments: { '<id...>': 'ids from "hostwarden channel rule list"' },
    run: async () => (await import('./channel.rules.js')).channelRuleRemove,
    examples: ['channel rule remove 3'],
    json: REMOVED_JSON,
  },
};

function parseRisk(text: string): string {
  if (!/^\d{1,3}(\.\d+)?$/.test(text) || Number(text) > 100)
    throw new InvalidArgumentError('It must be between 0 and 100.');
  return text;
}

function parseCount(text: string): string {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return text;
}
