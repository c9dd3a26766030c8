import { Option, type Command } from 'commander';
import { setYoungGrowth } from '../platform/process/v8-flags.js';
import { addDetails } from './command-details.js';
import { readOptions, type Bind } from './command-options.js';
import { rejectCommand } from './help.command.js';

/** Adds `serve`, the default command. */
export function addServe(program: Command, bind: Bind): void {
  const load = async () => {
    setYoungGrowth(false); // until it listens
    return (await import('./serve.js')).serve;
  };
  const run = bind(load, { handlesSignals: true });
  const serve = program
    .command('serve', { isDefault: true })
    .description('run the service (default)')
    .option('--host <address>', 'address to listen on (HOST; default: 127.0.0.1)')
    .option('--port <port>', 'port to listen on (PORT; default: 8700)')
    .addOption(
      new Option(
        '--tls <mode>',
        'self-signed: serve HTTPS with a certificate issued in the data directory ' +
          '(TLS; default: off; for your own certificate: TLS_CERT, TLS_KEY)',
      ).choices(['off', 'self-signed']),
    )
    .usage('[options]')
    .allowExcessArguments()
    .action((_options, command: Command) => {
      const [unknown] = command.args; // a mistyped command: this one is the default
      if (unknown !== undefined) rejectCommand(program, unknown, 'see "hostwarden --help"');
      return run(readOptions(command));
    });
  addDetails(serve, { examples: ['serve', 'serve --host 0.0.0.0 --tls self-signed'] });
}
