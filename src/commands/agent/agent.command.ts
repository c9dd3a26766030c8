import { Option, type Command } from 'commander';
import { addDetails } from '../command-details.js';
import {
  addConnectionOptions,
  addGroup,
  addServiceAction,
  readOptions,
  waitOption,
  type Bind,
} from '../command-options.js';

const ACTIONS = {
  install: 'install or repair the agent',
  update: 'update the agent to the version of this service',
  uninstall: 'remove the agent and its files',
};

export function addAgent(program: Command, bind: Bind): void {
  const run = bind(async () => (await import('./agent.js')).agent);
  const agent = addGroup(program, 'agent', 'list, install, update and remove agents on hosts', [
    'list',
    ...Object.keys(ACTIONS),
  ]);
  addAgentList(agent, bind);
  for (const [action, description] of Object.entries(ACTIONS)) {
    const command = agent
      .command(action)
      .description(description)
      .argument('<host...>', 'ids, IP addresses or names')
      .requiredOption('--credential <name>', 'name or id of the credential for the login')
      .option('--dry-run', 'check only, make no changes')
      .addOption(waitOption());
    const example = `agent ${action} web-1 web-2 --credential root-key`;
    addDetails(command, { examples: [example], json: 'AgentOperation[]' });
    addConnectionOptions(command).action((hosts: string[], _options, c: Command) =>
      run({ ...readOptions(c), action, hosts }),
    );
  }
}

function addAgentList(agent: Command, bind: Bind): void {
  const run = bind(async () => (await import('./agent.list.js')).agentList);
  const state = new Option('--state <state>', 'only these; none: hosts without an agent');
  const list = agent
    .command('list')
    .description('list agents')
    .addOption(state.choices(['online', 'offline', 'none']))
    .option('--outdated', 'only agents of another version than this service');
  addDetails(list, {
    examples: ['agent list', 'agent list --state offline', 'agent list --outdated --json'],
    json: 'AgentListItem[]',
  });
  addServiceAction(list, run);
}
