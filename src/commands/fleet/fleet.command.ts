import { Option, type Command } from 'commander';
import { addDetails } from '../command-details.js';
import { addServiceAction, type Bind } from '../command-options.js';

/** Adds `status`, `fixes` and `history`. */
export function addFleet(program: Command, bind: Bind): void {
  const run = {
    status: bind(async () => (await import('./status.js')).status),
    fixes: bind(async () => (await import('./fixes.js')).fixes),
  };
  const status = program
    .command('status')
    .description('state of all hosts: what was not checked, what to do first, the age of the data')
    .option('--json', 'print the summary as JSON');
  addDetails(status, { examples: ['status', 'status --json'], json: 'Summary' });
  addServiceAction(status, run.status);
  const fixes = program
    .command('fixes')
    .description('actions for each host, highest risk first')
    .argument('[host...]', 'ids, IP addresses or names (default: all hosts)')
    .addOption(
      new Option(
        '--format <format>',
        'table, json, or sh: a shell script for one host (default: table; in a pipe values separated by tabs)',
      ).choices(['table', 'json', 'sh']),
    )
    .option('--all', 'on a terminal, also the actions after the first 200');
  addDetails(fixes, {
    examples: ['fixes', 'fixes web-1 --format sh > fix.sh', 'fixes | cut -f 4,7'],
    json: 'Remediation[]',
  });
  addServiceAction(fixes, run.fixes, 'hosts');
  addHistory(program, bind);
}

function addHistory(program: Command, bind: Bind): void {
  const run = bind(async () => (await import('./history.js')).history);
  const history = program
    .command('history')
    .description('open findings of each day, and what was new and fixed')
    .option('--days <n>', 'the last days, today included: 1 to 731 (default: 30)')
    .option('--group <group>', 'only of the hosts of a group: id or name')
    .option('--template <template>', 'only what the tasks of a template found: id or name');
  addDetails(history, {
    examples: ['history', 'history --days 90 --group servers', 'history | cut -f 1,4'],
    note: 'Days are UTC days. A value that was not recorded is "-" (empty in a pipe), never 0.',
    json: 'HistoryDay[]',
  });
  addServiceAction(history, run);
}
