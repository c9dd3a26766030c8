import { Command } from 'commander';
import { addAcceptances } from './acceptance/acceptance.command.js';
import { addAuditCommand } from './audit/audit.command.js';
import { addAgent } from './agent/agent.command.js';
import { addCompletion } from './completion/completion.command.js';
import { addCredentials } from './credential/credential.command.js';
import { addChannels } from './channel/channel.command.js';
import { addConsoleCommand } from './console/console.command.js';
import { addFeeds } from './feed/feed.command.js';
import type { Bind } from './command-options.js';
import { addGroups } from './group/group.command.js';
import { addHelp, suggestOptions } from './help.command.js';
import { addHosts } from './host/host.command.js';
import { addFleet } from './fleet/fleet.command.js';
import { addInventory } from './inventory/inventory.command.js';
import { addRekey } from './rekey.command.js';
import { rejectRepeatedOptions } from './repeated-options.js';
import { addReports } from './report/report.command.js';
import { addScan } from './scan/scan.command.js';
import { addServe } from './serve.command.js';
import { addTasks } from './task/task.command.js';
import { addTemplates } from './template/template.command.js';
import { addTokens } from './token.command.js';
import { addVulnerabilities } from './vulnerability/vulnerability.command.js';
import { addWatch } from './watch/watch.command.js';

/** The commands, in the order of the help. Each module declares one or more, and imports their handlers on demand. */
const COMMANDS: readonly ((program: Command, bind: Bind) => void)[] = [
  addServe,
  addConsoleCommand,
  addScan,
  addHosts,
  addGroups,
  addTemplates,
  addTasks,
  addVulnerabilities,
  addTokens,
  addChannels,
  addInventory,
  addFeeds,
  addFleet,
  addWatch,
  addCredentials,
  addAgent,
  addReports,
  addAcceptances,
  addAuditCommand,
  addRekey,
  addCompletion,
];

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
  for (const addCommand of COMMANDS) addCommand(program, bind);
  addHelp(program);
  rejectRepeatedOptions(program);
  suggestOptions(program);
  return program;
}
