import type { CommandSpec, CommandSpecs } from '../command-spec.js';
import { WAIT } from '../shared-options.js';

const operation = (action: string, about: string): CommandSpec => ({
  about,
  arguments: { '<host...>': 'ids, IP addresses or names' },
  options: {
    '--credential <name>': {
      about: 'name or id of the credential for the login',
      isRequired: true,
    },
    '--dry-run': 'check only, make no changes',
    ...WAIT,
  },
  constants: { action },
  run: async () => (await import('./agent.js')).agent,
  examples: [`agent ${action} web-1 web-2 --credential root-key`],
  json: 'AgentOperation[]',
});

/** The commands of `agent`. */
export const AGENT_COMMANDS: CommandSpecs = {
  list: {
    about: 'list agents',
    options: {
      '--state <state>': {
        about: 'only these; none: hosts without an agent',
        choices: ['online', 'offline', 'none'],
      },
      '--outdated': 'only agents of another version than this service',
    },
    run: async () => (await import('./agent.list.js')).agentList,
    examples: ['agent list', 'agent list --state offline', 'agent list --outdated --json'],
    json: 'AgentListItem[]',
  },
  install: operation('install', 'install or repair the agent'),
  update: operation('update', 'update the agent to the version of this service'),
  uninstall: operation('uninstall', 'remove the agent and its files'),
};
