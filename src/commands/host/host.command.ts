import type { Command } from 'commander';
import { addDetails } from '../command-details.js';
import {
  addConnectionOptions,
  addGroup,
  addServiceAction,
  readOptions,
  type Bind,
} from '../command-options.js';
import { REMOVED_JSON } from '../output/removed.js';
import { addHostKeys } from './host.key.command.js';

const HOST = 'id, IP address or name';

/** Adds `host`. */
export function addHosts(program: Command, bind: Bind): void {
  const host = addGroup(program, 'host', 'list, add, change and import hosts', [
    'list',
    'show',
    'add',
    'edit',
    'remove',
    'import',
    'key',
  ]);
  addReading(host, bind);
  addAdding(host, bind);
  addChanging(host, bind);
  addHostKeys(host, bind);
}

function addReading(host: Command, bind: Bind): void {
  const runList = bind(async () => (await import('./host.list.js')).hostList);
  const list = host
    .command('list')
    .description('list hosts')
    .option('--name <text>', 'only hosts with this text in their name')
    .option('--address <addresses>', 'only this IP address, CIDR block or IPv4 prefix (10.0.)')
    .option('--group <group>', 'only the hosts of a group: id or name')
    .option('--risk', 'add risk and open findings, highest risk first')
    .option('--unanswered', 'instead of hosts, the scanned addresses where nothing ever answered');
  addDetails(list, {
    examples: ['host list', 'host list --group office --risk', 'host list --address 10.0.0.0/24'],
    json: 'Host[]',
  });
  addServiceAction(list, runList);

  const runShow = bind(async () => (await import('./host.show.js')).hostShow);
  const show = host
    .command('show')
    .description('one host: its system, groups, open ports and findings')
    .argument('<host>', HOST);
  addDetails(show, {
    examples: ['host show web-1', 'host show 10.0.0.7 --json'],
    json: 'HostCard',
  });
  addServiceAction(show, runShow, 'host');
}

function addAdding(host: Command, bind: Bind): void {
  const runAdd = bind(async () => (await import('./host.add.js')).hostAdd);
  const add = host
    .command('add')
    .description('add hosts; those that exist stay as they are')
    .argument('<address...>', 'IP addresses, also with commas')
    .option('--name <name>', 'name of the host (default: its address)')
    .option('--description <text>', 'free text')
    .option('--group <group...>', 'add them to these groups: ids or names');
  addDetails(add, {
    examples: ['host add 10.0.0.7 --name web-1', 'host add 10.0.0.8 10.0.0.9 --group office'],
    json: '{"created": Host[], "existing": Host[]}',
  });
  addConnectionOptions(add).action((addresses: string[], _options, c: Command) => {
    const { group: groups = [], ...options } = readOptions(c);
    return runAdd({ ...options, addresses, groups });
  });

  const runImport = bind(async () => (await import('./host.import.js')).hostImport);
  const importCommand = host
    .command('import')
    .description('add the hosts of a list, a CSV file or an nmap XML file')
    .argument('<file>', 'the format is recognized by the content; - for standard input')
    .option('--group <group...>', 'add all of them to these groups: ids or names');
  addDetails(importCommand, {
    examples: [
      'host import inventory.csv',
      'host import nmap.xml --group office',
      'host import - < addresses.txt',
    ],
    json: '{"created": Host[], "existing": Host[], "rejected": [{"line", "message"}]}',
  });
  addConnectionOptions(importCommand).action((file: string, _options, c: Command) => {
    const { group: groups = [], ...options } = readOptions(c);
    return runImport({ ...options, file, groups });
  });
}

function addChanging(host: Command, bind: Bind): void {
  const runEdit = bind(async () => (await import('./host.edit.js')).hostEdit);
  const edit = host
    .command('edit')
    .description('change a host')
    .argument('<host>', HOST)
    .option('--name <name>', 'new name')
    .option('--address <address>', 'new IP address')
    .option('--description <text>', 'new description')
    .option('--add-group <group...>', 'add the host to these groups: ids or names')
    .option('--remove-group <group...>', 'remove it from these groups');
  addDetails(edit, {
    examples: ['host edit 10.0.0.7 --name web-1', 'host edit web-1 --add-group office'],
    json: 'HostCard',
  });
  addServiceAction(edit, runEdit, 'host');

  const runRemove = bind(async () => (await import('./host.edit.js')).hostRemove);
  const remove = host
    .command('remove')
    .description(
      'remove hosts with their services, inventories and findings; results of tasks stay',
    )
    .argument('<host...>', 'ids, IP addresses or names');
  addDetails(remove, { examples: ['host remove web-1 10.0.0.8'], json: REMOVED_JSON });
  addServiceAction(remove, runRemove, 'hosts');
}
