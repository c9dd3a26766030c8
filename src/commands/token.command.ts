import { Option, type Command } from 'commander';
import { addDetails } from './command-details.js';
import { addGroup, addServiceAction, type Bind } from './command-options.js';

export function addTokens(program: Command, bind: Bind): void {
  const run = {
    create: bind(async () => (await import('./token.js')).tokenCreate),
    list: bind(async () => (await import('./token.js')).tokenList),
    revoke: bind(async () => (await import('./token.js')).tokenRevoke),
  };
  const token = addGroup(program, 'token', 'create, list and revoke access tokens', [
    'create',
    'list',
    'revoke',
  ]);
  const create = token
    .command('create')
    .description('create a token (shown once)')
    .requiredOption('--name <name>', 'purpose of the token')
    .addOption(
      new Option(
        '--role <role>',
        'viewer reads; operator also runs scans; admin also manages credentials and tokens',
      )
        .choices(['viewer', 'operator', 'admin'])
        .makeOptionMandatory(),
    )
    .option(
      '--expires <time>',
      'expiry, like 90d, 12h, 4w or 2027-01-01T00:00:00Z (default: never)',
    );
  addDetails(create, {
    examples: ['token create --name grafana --role viewer --expires 90d'],
    json: 'TokenWithText',
  });
  addServiceAction(create, run.create);
  const list = token.command('list').description('list tokens (secrets are not shown)');
  addDetails(list, { examples: ['token list'], json: 'Token[]' });
  addServiceAction(list, run.list);
  const revoke = token
    .command('revoke')
    .description('revoke a token')
    .argument('<id>', 'id from "token list"');
  addDetails(revoke, { examples: ['token revoke 3'] });
  addServiceAction(revoke, run.revoke, 'id');
}
