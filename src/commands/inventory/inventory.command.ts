import type { Command } from 'commander';
import { addDetails } from '../command-details.js';
import { addGroup, addServiceAction, readOptions, type Bind } from '../command-options.js';

export function addInventory(program: Command, bind: Bind): void {
  const run = {
    import: bind(async () => (await import('./inventory.js')).inventoryImport),
    collect: bind(async () => (await import('./inventory.js')).inventoryCollect, {
      printsData: true,
    }),
  };
  const inventory = addGroup(
    program,
    'inventory',
    'collect and import inventories of hosts without remote login',
    ['collect', 'import'],
  );
  const importCommand = inventory
    .command('import')
    .description('import a report')
    .argument('<host>', 'id, IP address or name; the host of a new IP address is created')
    .argument(
      '<file>',
      'output of "inventory collect", or JSON: {"sections": {...}}; - for standard input',
    );
  addDetails(importCommand, {
    examples: ['inventory import web-1 report.txt', 'inventory import 10.0.0.7 - < report.txt'],
    json: 'ImportedInventory',
  });
  addServiceAction(importCommand, run.import, 'host', 'file');
  const collect = inventory
    .command('collect')
    .description('print the report of this machine')
    .action((_options, command: Command) => run.collect(readOptions(command)));
  addDetails(collect, { examples: ['inventory collect > report.txt'] });
}
