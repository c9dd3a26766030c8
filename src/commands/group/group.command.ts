import type { Command } from 'commander';
import { addDetails } from '../command-details.js';
import { addGroup, addServiceAction, type Bind } from '../command-options.js';
import { REMOVED_JSON } from '../output/removed.js';

const GROUP = 'id or name';

/** Adds `group`. */
export function addGroups(program: Command, bind: Bind): void {
  const group = addGroup(program, 'group', 'list and change groups of hosts', [
    'list',
    'show',
    'create',
    'edit',
    'remove',
  ]);
  addReading(group, bind);
  addChanging(group, bind);
}

function addReading(group: Command, bind: Bind): void {
  const runList = bind(async () => (await import('./group.read.js')).groupList);
  const list = group.command('list').description('list groups');
  addDetails(list, { examples: ['group list', 'group list --json'], json: 'Group[]' });
  addServiceAction(list, runList);

  const runShow = bind(async () => (await import('./group.read.js')).groupShow);
  const show = group
    .command('show')
    .description('one group with its hosts')
    .argument('<group>', GROUP);
  addDetails(show, { examples: ['group show office'], json: 'Group' });
  addServiceAction(show, runShow, 'group');
}

function addChanging(group: Command, bind: Bind): void {
  const runCreate = bind(async () => (await import('./group.change.js')).groupCreate);
  const create = group
    .command('create')
    .description('create a group')
    .argument('<name>', 'name of the group')
    .argument('[host...]', 'its hosts: ids, IP addresses or names')
    .option('--description <text>', 'free text');
  addDetails(create, {
    examples: ['group create office', 'group create dmz web-1 10.0.0.7'],
    json: 'Group',
  });
  addServiceAction(create, runCreate, 'name', 'hosts');

  const runEdit = bind(async () => (await import('./group.change.js')).groupEdit);
  const edit = group
    .command('edit')
    .description('change a group and its members')
    .argument('<group>', GROUP)
    .option('--name <name>', 'new name')
    .option('--description <text>', 'new description')
    .option('--add-host <host...>', 'add these hosts: ids, IP addresses or names')
    .option('--remove-host <host...>', 'remove these hosts from the group');
  addDetails(edit, {
    examples: ['group edit office --add-host web-1 web-2', 'group edit office --name headquarters'],
    json: 'Group',
  });
  addServiceAction(edit, runEdit, 'group');

  const runRemove = bind(async () => (await import('./group.change.js')).groupRemove);
  const remove = group
    .command('remove')
    .description('remove groups; their hosts stay')
    .argument('<group...>', 'ids or names');
  addDetails(remove, { examples: ['group remove office'], json: REMOVED_JSON });
  addServiceAction(remove, runRemove, 'groups');
}
