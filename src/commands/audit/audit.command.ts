import { InvalidArgumentError, Option, type Command } from 'commander';
import { addDetails } from '../command-details.js';
import { addServiceAction, timeOption, type Bind } from '../command-options.js';

/** Adds `audit`. */
export function addAuditCommand(program: Command, bind: Bind): void {
  const run = bind(async () => (await import('./audit.js')).audit);
  const audit = program
    .command('audit')
    .description('who changed what, and failed logins; the newest first')
    .option('--actor <name>', 'only of this token')
    .option('--action <action>', 'only create, update, delete, run, import, stop or login_failed')
    .option('--resource <kind>', 'only host, group, template, credential, token, ...')
    .option('--id <id>', 'only of the resource with this id')
    .addOption(
      new Option('--outcome <outcome>', 'only with this outcome').choices([
        'ok',
        'refused',
        'failed',
      ]),
    )
    .addOption(timeOption('--since <time>', 'only from this time on, like 2027-01-31'))
    .addOption(timeOption('--until <time>', 'only up to this time'))
    .addOption(
      new Option('--limit <lines>', 'at most this many lines').default('50').argParser(parseLimit),
    )
    .option('--json', 'print JSON');
  addDetails(audit, {
    examples: ['audit', 'audit --actor grafana --since 2027-01-31'],
    json: 'AuditLine[]',
  });
  addServiceAction(audit, run);
}

function parseLimit(text: string): string {
  if (!/^[1-9]\d{0,2}$|^1000$/.test(text))
    throw new InvalidArgumentError('It must be between 1 and 1000.');
  return text;
}
