import { Option, type Command } from 'commander';
import { addDetails } from './command-details.js';
import { readOptions, type Bind } from './command-options.js';

export function addRekey(program: Command, bind: Bind): void {
  const run = bind(async () => (await import('./rekey.js')).rekeyDataDir);
  const rekey = program
    .command('rekey')
    .description('encrypt all stored credentials with a new key; the service must not be running')
    .addOption(
      new Option(
        '--new-key <key>',
        'new key: 32 bytes in base64 or hexadecimal digits (default: random; ' +
          'prefer the variable: others may see options in the process list)',
      ).env('NEW_ENCRYPTION_KEY'),
    )
    .action((_options, command: Command) => run(readOptions(command)));
  addDetails(rekey, { examples: ['rekey'] });
}
