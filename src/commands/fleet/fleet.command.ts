import { Option, type Command } from 'commander';
import { addDetails } from '../command-details.js';
import { addServiceAction, type Bind } from '../command-options.js';

/** Adds `status` and `fixes`. */
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
}
