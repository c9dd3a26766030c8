import { CHANNEL_TYPES, WEBHOOK_FORMATS } from '../../notifications/events.js';
import type { CommandSpecs, OptionSpecs } from '../command-spec.js';
import { REMOVED_JSON } from '../output/removed.js';
import { RULE_COMMANDS } from './channel.rule.command.js';

const CHANNEL = { '<channel>': 'id or name' };

/** Secrets come from files, standard input or the terminal. */
const FIELD_OPTIONS: OptionSpecs = {
  '--format <format>': { about: 'of a webhook', choices: WEBHOOK_FORMATS },
  '--webhook <url>': { about: 'URL of a webhook that is no secret', conflicts: 'webhookFile' },
  '--webhook-file <file>': 'file with the URL of the webhook; - for standard input',
  '--to <address...>': 'recipients of email',
  '--secret-file <file>': {
    about: 'file with the key of the signature, or the access token; - for standard input',
    conflicts: 'askSecret',
  },
  '--ask-secret': 'ask for the key of the signature, or the access token',
  '--smtp-url <url>': 'mail server, without a password (default: SMTP_URL)',
  '--smtp-password-file <file>': {
    about: 'file with the password of the mail server; - for standard input',
    conflicts: 'askSmtpPassword',
  },
  '--ask-smtp-password': 'ask for the password of the mail server',
  '--mail-from <address>': 'sender of email (default: MAIL_FROM)',
};

/** The commands of `channel`. */
export const CHANNEL_COMMANDS: CommandSpecs = {
  list: {
    about: 'list channels',
    run: async () => (await import('./channel.read.js')).channelList,
    examples: ['channel list'],
    json: 'NotificationChannel[]',
  },
  show: {
    about: 'one channel',
    arguments: CHANNEL,
    run: async () => (await import('./channel.read.js')).channelShow,
    examples: ['channel show ops-chat'],
    json: 'NotificationChannel',
  },
  add: {
    about: 'add a channel; the URL of a webhook is asked for without echo',
    arguments: { '<name>': 'name of the channel' },
    options: {
      '--type <type>': { about: 'webhook or email', choices: CHANNEL_TYPES, isRequired: true },
      ...FIELD_OPTIONS,
    },
    run: async () => (await import('./channel.change.js')).channelAdd,
    examples: [
      'channel add ops-chat --type webhook --format slack',
      'channel add ops-mail --type email --to ops@example.org',
      'channel add watcher --type webhook --webhook https://watcher.example.org/in --ask-secret',
    ],
    json: 'NotificationChannel',
  },
  edit: {
    about: 'change a channel, or switch it off and on',
    arguments: CHANNEL,
    options: {
      '--name <name>': 'new name',
      '--enable': { about: 'send messages again', conflicts: 'disable' },
      '--disable': 'send no messages',
      '--remove-secret': {
        about: 'send no signature or access token',
        conflicts: ['secretFile', 'askSecret'],
      },
      ...FIELD_OPTIONS,
    },
    run: async () => (await import('./channel.change.js')).channelEdit,
    examples: ['channel edit ops-chat --disable', 'channel edit watcher --secret-file new.key'],
    json: 'NotificationChannel',
  },
  test: {
    about: 'send a message now, and print what the other side answered',
    arguments: CHANNEL,
    run: async () => (await import('./channel.change.js')).channelTest,
    examples: ['channel test ops-chat'],
    json: 'NotificationTest',
  },
  remove: {
    about: 'remove channels with their rules and messages',
    arguments: { '<channel...>': 'ids or names' },
    run: async () => (await import('./channel.read.js')).channelRemove,
    examples: ['channel remove ops-chat'],
    json: REMOVED_JSON,
  },
  deliveries: {
    about: 'messages and their attempts, the newest first',
    arguments: { '[channel]': 'id or name' },
    options: {
      '--state <state>': { about: 'only these', choices: ['pending', 'sent', 'failed'] },
      '--limit <messages>': { about: 'at most this many, up to 1000', default: '50' },
    },
    run: async () => (await import('./channel.read.js')).channelDeliveries,
    examples: ['channel deliveries --state failed'],
    json: 'NotificationDelivery[]',
  },
  rule: { about: 'choose the events of a channel', commands: RULE_COMMANDS },
};
