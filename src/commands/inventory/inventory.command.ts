import type { CommandSpecs } from '../command-spec.js';

/** The commands of `inventory`. */
export const INVENTORY_COMMANDS: CommandSpecs = {
  import: {
    about: 'import a report',
    arguments: {
      '<host>': 'id, IP address or name; the host of a new IP address is created',
      '<file>': 'output of "inventory collect", or JSON: {"sections": {...}}; - for standard input',
    },
    run: async () => (await import('./inventory.js')).inventoryImport,
    examples: ['inventory import web-1 report.txt', 'inventory import 10.0.0.7 - < report.txt'],
    json: 'ImportedInventory',
  },
  collect: {
    about: 'print the report of this machine',
    isLocal: true,
    printsData: true,
    run: async () => (await import('./inventory.js')).inventoryCollect,
    examples: ['inventory collect > report.txt'],
  },
};
