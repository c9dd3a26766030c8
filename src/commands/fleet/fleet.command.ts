import type { CommandSpecs } from '../command-spec.js';

/** The commands `status`, `fixes` and `history`. */
export const FLEET_COMMANDS: CommandSpecs = {
  status: {
    about: 'state of all hosts: what was not checked, what to do first, the age of the data',
    options: { '--json': 'print the summary as JSON' },
    run: async () => (await import('./status.js')).status,
    examples: ['status', 'status --json'],
    json: 'Summary',
  },
  fixes: {
    about: 'actions for each host, highest risk first',
    arguments: { '[host...]': 'ids, IP addresses or names (default: all hosts)' },
    options: {
      '--format <format>': {
        about:
          'table, json, or sh: a shell script for one host (default: table; in a pipe values separated by tabs)',
        choices: ['table', 'json', 'sh'],
      },
      '--all': 'on a terminal, also the actions after the first 200',
    },
    run: async () => (await import('./fixes.js')).fixes,
    examples: ['fixes', 'fixes web-1 --format sh > fix.sh', 'fixes | cut -f 4,7'],
    json: 'Remediation[]',
  },
  history: {
    about: 'open findings of each day, and what was new and fixed',
    options: {
      '--days <n>': 'the last days, today included: 1 to 731 (default: 30)',
      '--group <group>': 'only of the hosts of a group: id or name',
      '--template <template>': 'only what the tasks of a template found: id or name',
    },
    run: async () => (await import('./history.js')).history,
    examples: ['history', 'history --days 90 --group servers', 'history | cut -f 1,4'],
    note: 'Days are UTC days. A value that was not recorded is "-" (empty in a pipe), never 0.',
    json: 'HistoryDay[]',
  },
};
