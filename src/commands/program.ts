import { Command } from 'commander';
import { ACCEPTANCE_COMMANDS } from './acceptance/acceptance.command.js';
import { AGENT_COMMANDS } from './agent/agent.command.js';
import { AUDIT_COMMANDS } from './audit/audit.command.js';
import { CHANNEL_COMMANDS } from './channel/channel.command.js';
import type { Bind } from './command-options.js';
import { addCommands, type CommandSpecs } from './command-spec.js';
import { addCompletion } from './completion/completion.command.js';
import { CONSOLE_COMMANDS } from './console/console.command.js';
import { CREDENTIAL_COMMANDS } from './credential/credential.command.js';
import { FEED_COMMANDS } from './feed/feed.command.js';
import { FLEET_COMMANDS } from './fleet/fleet.command.js';
import { GROUP_COMMANDS } from './group/group.command.js';
import { addHelp, suggestOptions } from './help.command.js';
import { HOST_COMMANDS } from './host/host.command.js';
import { INVENTORY_COMMANDS } from './inventory/inventory.command.js';
import { REKEY_COMMANDS } from './rekey.command.js';
import { rejectRepeatedOptions } from './repeated-options.js';
import { REPORT_COMMANDS } from './report/report.command.js';
import { SCAN_COMMANDS } from './scan/scan.command.js';
import { addServe } from './serve.command.js';
import { TASK_COMMANDS } from './task/task.command.js';
import { TEMPLATE_COMMANDS } from './template/template.command.js';
import { TOKEN_COMMANDS } from './token.command.js';
import { VULNERABILITY_COMMANDS } from './vulnerability/vulnerability.command.js';
import { WATCH_COMMANDS } from './watch/watch.command.js';

/** The commands, in the order of the help. Their handlers are imported on demand. */
const COMMANDS: CommandSpecs = {
  ...CONSOLE_COMMANDS,
  ...SCAN_COMMANDS,
  host: { about: 'list, add, change and import hosts', commands: HOST_COMMANDS },
  group: { about: 'list and change groups of hosts', commands: GROUP_COMMANDS },
  template: { about: 'what is scanned or inventoried, how and when', commands: TEMPLATE_COMMANDS },
  task: { about: 'list, watch and stop tasks', commands: TASK_COMMANDS },
  vuln: { about: 'vulnerabilities that hosts have now', commands: VULNERABILITY_COMMANDS },
  token: { about: 'create, list and revoke access tokens', commands: TOKEN_COMMANDS },
  channel: { about: 'send messages to a chat, a program or by email', commands: CHANNEL_COMMANDS },
  inventory: {
    about: 'collect and import inventories of hosts without remote login',
    commands: INVENTORY_COMMANDS,
  },
  feed: { about: 'manage vulnerability feeds', commands: FEED_COMMANDS },
  ...FLEET_COMMANDS,
  watch: { about: 'stream events', commands: WATCH_COMMANDS },
  credential: {
    about: 'logins on hosts: passwords and SSH keys',
    commands: CREDENTIAL_COMMANDS,
  },
  agent: { about: 'list, install, update and remove agents on hosts', commands: AGENT_COMMANDS },
  ...REPORT_COMMANDS,
  ...ACCEPTANCE_COMMANDS,
  ...AUDIT_COMMANDS,
  ...REKEY_COMMANDS,
};

const EXAMPLES = `
Without a command, "serve" is run.
Exit codes: 0 success, 1 failed, 2 invalid usage or configuration,
            3 threshold of --fail-on met, 4 not everything was checked (--fail-on),
            130 interrupted.
Example: hostwarden scan 192.168.1.0/24`;

/**
 * Creates the command line. Commander's own output, such as help and usage errors, is thrown as CommanderError.
 * @param bind returns the action of a command
 */
export function createProgram(bind: Bind): Command {
  const program = new Command('hostwarden')
    .description(
      'Scan networks and report what changed: a service with an HTTP API, and a command line.',
    )
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .option(
      '--data-dir <folder>',
      'data directory (DATA_DIR; default: /var/lib/hostwarden for root, ~/.local/share/hostwarden for others)',
    )
    .addHelpText('after', EXAMPLES);
  addServe(program, bind);
  addCommands(program, COMMANDS, bind);
  addCompletion(program, bind);
  addHelp(program);
  rejectRepeatedOptions(program);
  suggestOptions(program);
  return program;
}
