import { SEVERITIES } from '../knowledge/records.js';
import { Command, Option } from 'commander';
import { VERSION } from '../version.js';
import type { AgentOptions } from './agent/agent.js';
import type { FeedExportOptions, FeedImportBundleOptions } from './feed/feed.bundle.js';
import type { FeedImportOptions, FeedUpdateOptions } from './feed/feed.js';
import type { DiffOptions } from './report/diff.js';
import type { InventoryImportOptions } from './inventory/inventory.js';
import type { RekeyOptions } from './rekey.js';
import type { ReportCommandOptions } from './report/report.js';
import type { ScanOptions } from './scan/scan.js';
import type { ServeOptions } from './serve.js';
import type { TokenCreateOptions } from './token.js';
import type { WatchOptions } from './watch/watch.js';

/** What each command is handed; gives the exit code. */
export interface Handlers {
  serve: (options: ServeOptions) => Promise<number>;
  scan: (options: ScanOptions) => Promise<number>;
  tokenCreate: (options: TokenCreateOptions) => Promise<number>;
  tokenList: (options: Connection) => Promise<number>;
  tokenRevoke: (options: Connection & { id: string }) => Promise<number>;
  inventoryImport: (options: InventoryImportOptions) => Promise<number>;
  inventoryCollect: (options: object) => Promise<number>;
  feedList: (options: Connection) => Promise<number>;
  feedUpdate: (options: FeedUpdateOptions) => Promise<number>;
  feedImport: (options: FeedImportOptions) => Promise<number>;
  feedExport: (options: FeedExportOptions) => Promise<number>;
  feedImportBundle: (options: FeedImportBundleOptions) => Promise<number>;
  watchAgents: (options: WatchOptions) => Promise<number>;
  agent: (options: AgentOptions) => Promise<number>;
  diff: (options: DiffOptions) => Promise<number>;
  report: (options: ReportCommandOptions) => Promise<number>;
  rekey: (options: RekeyOptions) => Promise<number>;
}

interface Connection {
  dataDir?: string;
  url?: string;
  token?: string;
}

/** The command line. `done` hears the exit code of the command that ran; what commander itself has to say, it throws as CommanderError. */
export function createProgram(handlers: Handlers, done: (code: number) => void): Command {
  const program = new Command('hostwarden')
    .description(
      'Scans networks and tells what is new: a service with an HTTP interface, and a command line.',
    )
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .option(
      '--data-dir <folder>',
      'where everything is kept (DATA_DIR; by default /var/lib/hostwarden for root, ~/.local/share/hostwarden for others)',
    );
  const run = <T>(handler: (options: T) => Promise<number>, options: unknown) =>
    handler(options as T).then(done);
  addServe(program, (o) => run(handlers.serve, o));
  addScan(program, (o) => run(handlers.scan, o));
  addTokens(program, {
    create: (o) => run(handlers.tokenCreate, o),
    list: (o) => run(handlers.tokenList, o),
    revoke: (o) => run(handlers.tokenRevoke, o),
  });
  addInventory(program, {
    import: (o) => run(handlers.inventoryImport, o),
    collect: (o) => run(handlers.inventoryCollect, o),
  });
  addFeeds(program, {
    list: (o) => run(handlers.feedList, o),
    update: (o) => run(handlers.feedUpdate, o),
    import: (o) => run(handlers.feedImport, o),
    export: (o) => run(handlers.feedExport, o),
    importBundle: (o) => run(handlers.feedImportBundle, o),
  });
  addWatch(program, (o) => run(handlers.watchAgents, o));
  addAgent(program, (o) => run(handlers.agent, o));
  addReports(program, {
    diff: (o) => run(handlers.diff, o),
    report: (o) => run(handlers.report, o),
  });
  addRekey(program, (o) => run(handlers.rekey, o));
  return program.addHelpText(
    'after',
    '\nWithout a command it is "serve". Exit codes: 0 done, 1 it did not work out, 2 bad usage or configuration, 3 a report\'s threshold was met, 130 interrupted.\nExample: hostwarden scan 192.168.1.0/24',
  );
}

type Run = (options: unknown) => Promise<void>;

function addServe(program: Command, run: Run): void {
  program
    .command('serve', { isDefault: true })
    .description('run the service (the default)')
    .option('--host <address>', 'address to listen on (HOST; 127.0.0.1)')
    .option('--port <port>', 'port to listen on (PORT; 8700)')
    .addOption(
      new Option(
        '--tls <how>',
        'self-signed: speak HTTPS, with a certificate of its own that is kept in the data folder (TLS; off; with a certificate from elsewhere: TLS_CERT, TLS_KEY)',
      ).choices(['off', 'self-signed']),
    )
    .argument('[nothing...]')
    .usage('[options]')
    .action((nothing: string[], _options, command: Command) => {
      const [word] = nothing; // a mistyped command lands here, since this one is the default
      if (word !== undefined)
        command.error(
          `error: ${JSON.stringify(word)} is not a command; "hostwarden --help" lists them`,
          { code: 'commander.unknownCommand', exitCode: 2 },
        );
      return run(given(command));
    });
}

function addScan(program: Command, run: Run): void {
  const command = program
    .command('scan')
    .description('scan targets and print what listens there')
    .argument(
      '<target...>',
      'addresses, names, blocks (10.0.0.0/24) or ranges (10.0.0.1-5); of a name its first address, IPv4 before IPv6',
    )
    .option('--ports <list>', 'ports and ranges: 22,80,8000-8100 (the 1,000 most useful ones)')
    .addOption(
      new Option(
        '--speed <level>',
        'from 1, for fragile devices, to 5, for laboratories (3)',
      ).choices(['1', '2', '3', '4', '5']),
    )
    .addOption(
      new Option(
        '--discovery <mode>',
        'auto: hosts that answer nothing at first are left alone; off: every port of every host is tried (auto)',
      ).choices(['auto', 'off']),
    )
    .option('--json', 'print one JSON object instead of a table');
  connecting(command).action((targets: string[], _options, c: Command) =>
    run({ ...given(c), targets }),
  );
}

function addTokens(program: Command, run: { create: Run; list: Run; revoke: Run }): void {
  const token = program
    .command('token')
    .description('make, list and revoke access tokens')
    .helpCommand(false)
    .argument('[word]')
    .usage('create|list|revoke [options]')
    .action((word: string | undefined, _options, c: Command) =>
      c.error(
        `error: ${word === undefined ? 'token needs one of' : `token does not know ${JSON.stringify(word)}, but`} create, list or revoke`,
        { code: 'commander.unknownCommand', exitCode: 2 },
      ),
    );
  connecting(
    token
      .command('create')
      .description('make a token; its text is printed once')
      .requiredOption('--name <name>', 'what it is for')
      .addOption(
        new Option(
          '--role <role>',
          'viewer reads; operator also runs scans; admin also manages credentials and tokens',
        )
          .choices(['viewer', 'operator', 'admin'])
          .makeOptionMandatory(),
      )
      .option('--expires <time>', 'when it ends: 2027-01-01T00:00:00Z (never)'),
  ).action((_options, c: Command) => run.create(given(c)));
  connecting(token.command('list').description('list the tokens, without their texts')).action(
    (_options, c: Command) => run.list(given(c)),
  );
  connecting(
    token.command('revoke').description('end a token').argument('<id>', 'as "token list" shows it'),
  ).action((id: string, _options, c: Command) => run.revoke({ ...given(c), id }));
}

function addInventory(program: Command, run: { import: Run; collect: Run }): void {
  const inventory = program
    .command('inventory')
    .description(
      'collect and import what machines are made of, for hosts that nobody may log in to',
    )
    .helpCommand(false)
    .argument('[word]')
    .usage('collect|import [options]')
    .action((word: string | undefined, _options, c: Command) =>
      c.error(
        `error: ${word === undefined ? 'inventory needs one of' : `inventory does not know ${JSON.stringify(word)}, but`} collect or import`,
        { code: 'commander.unknownCommand', exitCode: 2 },
      ),
    );
  connecting(
    inventory
      .command('import')
      .description('hand a report to the service')
      .argument('<host>', 'its id, address or name')
      .argument(
        '<file>',
        'what "inventory collect" printed there, or JSON: {"sections": {…}}; - is standard input',
      ),
  ).action((host: string, file: string, _options, c: Command) =>
    run.import({ ...given(c), host, file }),
  );
  inventory
    .command('collect')
    .description("print this machine's report")
    .action((_options, c: Command) => run.collect(given(c)));
}

function addFeeds(
  program: Command,
  run: { list: Run; update: Run; import: Run; export: Run; importBundle: Run },
): void {
  const feed = program
    .command('feed')
    .description('what is known of vulnerabilities: list it, fetch it, import it')
    .helpCommand(false)
    .argument('[word]')
    .usage('list|update|import|export|import-bundle [options]')
    .action((word: string | undefined, _options, c: Command) =>
      c.error(
        `error: ${word === undefined ? 'feed needs one of' : `feed does not know ${JSON.stringify(word)}, but`} list, update, import, export or import-bundle`,
        { code: 'commander.unknownCommand', exitCode: 2 },
      ),
    );
  connecting(feed.command('list').description('list the feeds, and how old they are')).action(
    (_options, c: Command) => run.list(given(c)),
  );
  connecting(
    feed
      .command('update')
      .description('fetch what is new from the publishers')
      .argument('[name...]', 'those that the stored hosts need')
      .option('--from <source>', 'a file, a folder or an address to take the one named feed from'),
  ).action((names: string[], _options, c: Command) => run.update({ ...given(c), names }));
  connecting(
    feed
      .command('import')
      .description("take a feed from the publisher's file")
      .argument('<name>', 'as "feed list" shows it')
      .argument('<source>', 'a file, a folder of several, or an address')
      .option(
        '--part <part>',
        'it is one part of a feed of several files: v3.20-main of alpine-secdb',
      ),
  ).action((name: string, from: string, _options, c: Command) =>
    run.import({ ...given(c), name, from }),
  );
  feed
    .command('export')
    .description(
      "write the publishers' files that the data folder holds into one file, for a site without internet",
    )
    .argument('<file>')
    .action((file: string, _options, c: Command) => run.export({ ...given(c), file }));
  connecting(
    feed.command('import-bundle').description('load what "feed export" wrote').argument('<file>'),
  ).action((file: string, _options, c: Command) => run.importBundle({ ...given(c), file }));
}

function addWatch(program: Command, run: Run): void {
  const watch = program
    .command('watch')
    .description('follow what happens, live')
    .helpCommand(false)
    .argument('[word]')
    .usage('agents [options]')
    .action((word: string | undefined, _options, c: Command) =>
      c.error(
        `error: ${word === undefined ? 'watch needs' : `watch does not know ${JSON.stringify(word)}, but`} agents`,
        { code: 'commander.unknownCommand', exitCode: 2 },
      ),
    );
  connecting(
    watch
      .command('agents')
      .description(
        'follow installs, updates and removals of agents, a line for each event, until Ctrl-C',
      )
      .option('--host <host>', 'of one host alone: its id, address or name')
      .option('--since <seq>', 'first what came after this event')
      .option('--json', 'print each event as JSON'),
  ).action((_options, c: Command) => run(given(c)));
}

function addAgent(program: Command, run: Run): void {
  const agent = program
    .command('agent')
    .description('install, update and remove the agents of hosts')
    .helpCommand(false)
    .argument('[word]')
    .usage('install|update|uninstall [options]')
    .action((word: string | undefined, _options, c: Command) =>
      c.error(
        `error: ${word === undefined ? 'agent needs one of' : `agent does not know ${JSON.stringify(word)}, but`} install, update or uninstall`,
        { code: 'commander.unknownCommand', exitCode: 2 },
      ),
    );
  const about = {
    install: 'install an agent, or repair the one that is there',
    update: "update the agent to this service's version",
    uninstall: 'remove the agent and all that belongs to it',
  };
  for (const [action, text] of Object.entries(about)) {
    connecting(
      agent
        .command(action)
        .description(text)
        .argument('<host...>', 'ids, addresses or names')
        .requiredOption('--credential <name>', 'the name (or id) of the credential to log in with')
        .option('--dry-run', 'log in and check everything, and change nothing'),
    ).action((hosts: string[], _options, c: Command) => run({ ...given(c), action, hosts }));
  }
}

function addReports(program: Command, run: { diff: Run; report: Run }): void {
  const format = () =>
    new Option(
      '--format <format>',
      'table, json, csv, markdown or html: one page that needs nothing else (table)',
    ).choices(['table', 'json', 'csv', 'markdown', 'html']);
  connecting(
    program
      .command('diff')
      .description('what each task of a template found new, fixed and changed')
      .argument('<template>', 'its id or name')
      .addOption(format())
      .option('-o, --output <file>', 'write it to a file')
      .option('--last <n>', 'only the newest so many tasks (of a table: 10)')
      .option('--unimportant', "also what is unimportant in its publisher's eyes")
      .addOption(
        new Option(
          '--severity <severity>',
          'exit with 3 when something new of this severity or worse appeared in the newest task',
        ).choices(SEVERITIES),
      ),
  ).action((template: string, _options, c: Command) => run.diff({ ...given(c), template }));
  connecting(
    program
      .command('report')
      .description('all that a task found')
      .argument('<task>', 'its id or number, TASK-00042')
      .addOption(format())
      .option('-o, --output <file>', 'write it to a file')
      .option('--unimportant', "also what is unimportant in its publisher's eyes"),
  ).action((task: string, _options, c: Command) => run.report({ ...given(c), task }));
}

function addRekey(program: Command, run: Run): void {
  program
    .command('rekey')
    .description('encrypt all stored credentials with a new key; the service must not be running')
    .addOption(
      new Option(
        '--new-key <key>',
        'the new key, 32 bytes in base64 or hexadecimal digits (other users may see it in the process list: rather use the variable; a random one)',
      ).env('NEW_ENCRYPTION_KEY'),
    )
    .action((_options, c: Command) => run(given(c)));
}

function connecting(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--url <url>',
        'the running service to talk to (by default the one on the data folder; where none runs, it is not needed)',
      ).env('HOSTWARDEN_URL'),
    )
    .addOption(new Option('--token <token>', 'its access token').env('HOSTWARDEN_TOKEN'));
}

// Those that say where the service is: a script may well hand on a variable that is not set.
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['dataDir', 'url', 'token']);

// An empty environment variable is not set. An empty option of a command asks for something else than what would be done without it.
function given(command: Command): Record<string, unknown> {
  const options = Object.entries(command.optsWithGlobals());
  for (const [name, value] of options) {
    if (value !== '' || MAY_BE_EMPTY.has(name) || command.getOptionValueSource(name) !== 'cli')
      continue;
    const { long } = command.options.find((o) => o.attributeName() === name) ?? {};
    command.error(`error: option '${long ?? name}' is empty`, {
      code: 'commander.invalidArgument',
      exitCode: 2,
    });
  }
  return Object.fromEntries(options.filter(([, value]) => value !== ''));
}
