import type { CommandSpecs } from '../command-spec.js';
import { REMOVED_JSON } from '../output/removed.js';

const GROUP = { '<group>': 'id or name' };

/** The commands of `group`. */
export const GROUP_COMMANDS: CommandSpecs = {
  list: {
    about: 'list groups',
    run: async () => (await import('./group.js')).groupList,
    examples: ['group list', 'group list --json'],
    json: 'Group[]',
  },
  show: {
    about: 'one group with its hosts',
    arguments: GROUP,
    run: async () => (await import('./group.js')).groupShow,
    examples: ['group show office'],
    json: 'Group',
  },
  create: {
    about: 'create a group',
    arguments: {
      '<name>': 'name of the group',
      '[host...]': 'its hosts: ids, IP addresses or names',
    },
    options: { '--description <text>': 'free text' },
    run: async () => (await import('./group.js')).groupCreate,
    examples: ['group create office', 'group create dmz web-1 10.0.0.7'],
    json: 'Group',
  },
  edit: {
    about: 'change a group and its members',
    arguments: GROUP,
    options: {
      '--name <name>': 'new name',
      '--description <text>': 'new description',
      '--add-host <host...>': 'add these hosts: ids, IP addresses or names',
      '--remove-host <host...>': 'remove these hosts from the group',
    },
    run: async () => (await import('./group.js')).groupEdit,
    examples: ['group edit office --add-host web-1 web-2', 'group edit office --name headquarters'],
    json: 'Group',
  },
  remove: {
    about: 'remove groups; their hosts stay',
    arguments: { '<group...>': 'ids or names' },
    run: async () => (await import('./group.js')).groupRemove,
    examples: ['group remove office'],
    json: REMOVED_JSON,
  },
};
