import { Option, type Command } from 'commander';
import { addDetails } from '../command-details.js';
import { addServiceAction, type Bind } from '../command-options.js';

/** Adds `console`. */
export function addConsoleCommand(program: Command, bind: Bind): void {
  const run = bind(async () => (await import('./console.js')).printConsoleLink);
  const command = program
    .command('console')
    .description('print a link that opens the console of the running service')
    .addOption(
      new Option('--role <role>', 'rights of the session (default: those of the token)').choices([
        'viewer',
        'operator',
        'admin',
      ]),
    )
    .option('--open', 'open the link in the browser instead of printing it');
  addDetails(command, {
    examples: ['console', 'console --open', 'console --role viewer'],
    note: 'The link signs in once, within two minutes.',
  });
  addServiceAction(command, run);
}
