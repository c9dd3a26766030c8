import { Option, type Command } from 'commander';
import { CHANNEL_TYPES, WEBHOOK_FORMATS } from '../../notifications/events.js';
import { addDetails } from '../command-details.js';
import { addGroup, addServiceAction, type Bind } from '../command-options.js';
import { REMOVED_JSON } from '../output/removed.js';
import { addChannelRules } from './channel.rule.command.js';

const CHANNEL = 'id or name';

/** Adds `channel`. */
export function addChannels(program: Command, bind: Bind): void {
  const channel = addGroup(program, 'channel', 'send messages to a chat, a program or by email', [
    'list',
    'show',
    'add',
    'edit',
    'test',
    'remove',
    'rule',
    'deliveries',
  ]);
  addReading(channel, bind);
  addAdding(channel, bind);
  addEditing(channel, bind);
  addUsing(channel, bind);
  addChannelRules(channel, bind);
}

function addReading(channel: Command, bind: Bind): void {
  const runList = bind(async () => (await import('./channel.read.js')).channelList);
  const list = channel.command('list').description('list channels');
  addDetails(list, { examples: ['channel list'], json: 'NotificationChannel[]' });
  addServiceAction(list, runList);

  const runShow = bind(async () => (await import('./channel.read.js')).channelShow);
  const show = channel.command('show').description('one channel').argument('<channel>', CHANNEL);
  addDetails(show, { examples: ['channel show ops-chat'], json: 'NotificationChannel' });
  addServiceAction(show, runShow, 'channel');
}

/** Adds the options of a channel's fields. Secrets come from files, standard input or the terminal. */
const addFieldOptions = (command: Command): Command =>
  command
    .addOption(new Option('--format <format>', 'of a webhook').choices(WEBHOOK_FORMATS))
    .addOption(
      new Option('--webhook <url>', 'URL of a webhook that is no secret').conflicts('webhookFile'),
    )
    .option('--webhook-file <file>', 'file with the URL of the webhook; - for standard input')
    .option('--to <address...>', 'recipients of email')
    .addOption(
      new Option(
        '--secret-file <file>',
        'file with the key of the signature, or the access token; - for standard input',
      ).conflicts('askSecret'),
    )
    .option('--ask-secret', 'ask for the key of the signature, or the access token')
    .option('--smtp-url <url>', 'mail server, without a password (default: SMTP_URL)')
    .addOption(
      new Option(
        '--smtp-password-file <file>',
        'file with the password of the mail server; - for standard input',
      ).conflicts('askSmtpPassword'),
    )
    .option('--ask-smtp-password', 'ask for the password of the mail server')
    .option('--mail-from <address>', 'sender of email (default: MAIL_FROM)');

function addAdding(channel: Command, bind: Bind): void {
  const run = bind(async () => (await import('./channel.change.js')).channelAdd);
  const add = channel
    .command('add')
    .description('add a channel; the URL of a webhook is asked for without echo')
    .argument('<name>', 'name of the channel')
    .addOption(
      new Option('--type <type>', 'webhook or email').choices(CHANNEL_TYPES).makeOptionMandatory(),
    );
  addDetails(addFieldOptions(add), {
    examples: [
      'channel add ops-chat --type webhook --format slack',
      'channel add ops-mail --type email --to ops@example.org',
      'channel add watcher --type webhook --webhook https://watcher.example.org/in --ask-secret',
    ],
    json: 'NotificationChannel',
  });
  addServiceAction(add, run, 'name');
}

function addEditing(channel: Command, bind: Bind): void {
  const run = bind(async () => (await import('./channel.change.js')).channelEdit);
  const edit = channel
    .command('edit')
    .description('change a channel, or switch it off and on')
    .argument('<channel>', CHANNEL)
    .option('--name <name>', 'new name')
    .addOption(new Option('--enable', 'send messages again').conflicts('disable'))
    .option('--disable', 'send no messages')
    .addOption(
      new Option('--remove-secret', 'send no signature or access token').conflicts([
        'secretFile',
        'askSecret',
      ]),
    );
  addDetails(addFieldOptions(edit), {
    examples: ['channel edit ops-chat --disable', 'channel edit watcher --secret-file new.key'],
    json: 'NotificationChannel',
  });
  addServiceAction(edit, run, 'channel');
}

function addUsing(channel: Command, bind: Bind): void {
  const runTest = bind(async () => (await import('./channel.change.js')).channelTest);
  const test = channel
    .command('test')
    .description('send a message now, and print what the other side answered')
    .argument('<channel>', CHANNEL);
  addDetails(test, { examples: ['channel test ops-chat'], json: 'NotificationTest' });
  addServiceAction(test, runTest, 'channel');

  const runRemove = bind(async () => (await import('./channel.change.js')).channelRemove);
  const remove = channel
    .command('remove')
    .description('remove channels with their rules and messages')
    .argument('<channel...>', 'ids or names');
  addDetails(remove, { examples: ['channel remove ops-chat'], json: REMOVED_JSON });
  addServiceAction(remove, runRemove, 'channels');

  const runDeliveries = bind(async () => (await import('./channel.read.js')).channelDeliveries);
  const deliveries = channel
    .command('deliveries')
    .description('messages and their attempts, the newest first')
    .argument('[channel]', CHANNEL)
    .addOption(new Option('--state <state>', 'only these').choices(['pending', 'sent', 'failed']))
    .option('--limit <messages>', 'at most this many, up to 1000', '50');
  addDetails(deliveries, {
    examples: ['channel deliveries --state failed'],
    json: 'NotificationDelivery[]',
  });
  addServiceAction(deliveries, runDeliveries, 'channel');
}
