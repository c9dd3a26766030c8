import { Command } from 'commander';
import { addAcceptances } from './acceptance/acceptance.command.js';
import type { AcceptOptions } from './acceptance/accept.js';
import type { AcceptancesEndOptions } from './acceptance/acceptances.end.js';
import type { AcceptancesOptions } from './acceptance/acceptances.js';
import type { VexImportOptions, VexRemoveOptions } from './acceptance/vex.js';
import { addAuditCommand } from './audit/audit.command.js';
import type { AuditOptions } from './audit/audit.js';
import { addAgent } from './agent/agent.command.js';
import type { AgentOptions } from './agent/agent.js';
import type { ServiceOptions } from './client/types.js';
import type { FeedExportOptions, FeedImportBundleOptions } from './feed/feed.bundle.js';
import { addFeeds } from './feed/feed.command.js';
import type { FeedImportOptions, FeedUpdateOptions } from './feed/feed.js';
import { addHelp } from './help.command.js';
import { addFleet } from './fleet/fleet.command.js';
import type { FixesOptions } from './fleet/fixes.js';
import type { StatusOptions } from './fleet/status.js';
import { addInventory } from './inventory/inventory.command.js';
import type { InventoryImportOptions } from './inventory/inventory.js';
import { addRekey } from './rekey.command.js';
import type { RekeyOptions } from './rekey.js';
import type { DiffOptions } from './report/diff.js';
import { addReports } from './report/report.command.js';
import type { ReportCommandOptions } from './report/report.js';
import { addScan } from './scan/scan.command.js';
import type { ScanOptions } from './scan/scan.js';
import { addServe } from './serve.command.js';
import type { ServeOptions } from './serve.js';
import { addTokens } from './token.command.js';
import type { TokenCreateOptions } from './token.js';
import { addWatch } from './watch/watch.command.js';
import type { WatchEventsOptions } from './watch/watch-events.js';
import type { WatchOptions } from './watch/watch.js';

/** The handlers of all commands; each returns its exit code. */
export interface Handlers {
  serve: (options: ServeOptions) => Promise<number>;
  scan: (options: ScanOptions) => Promise<number>;
  tokenCreate: (options: TokenCreateOptions) => Promise<number>;
  tokenList: (options: ServiceOptions) => Promise<number>;
  tokenRevoke: (options: ServiceOptions & { id: string }) => Promise<number>;
  inventoryImport: (options: InventoryImportOptions) => Promise<number>;
  inventoryCollect: (options: object) => Promise<number>;
  feedList: (options: ServiceOptions) => Promise<number>;
  feedUpdate: (options: FeedUpdateOptions) => Promise<number>;
  feedImport: (options: FeedImportOptions) => Promise<number>;
  feedExport: (options: FeedExportOptions) => Promise<number>;
  feedImportBundle: (options: FeedImportBundleOptions) => Promise<number>;
  status: (options: StatusOptions) => Promise<number>;
  fixes: (options: FixesOptions) => Promise<number>;
  watchAgents: (options: WatchOptions) => Promise<number>;
  watchEvents: (options: WatchEventsOptions) => Promise<number>;
  agent: (options: AgentOptions) => Promise<number>;
  diff: (options: DiffOptions) => Promise<number>;
  report: (options: ReportCommandOptions) => Promise<number>;
  accept: (options: AcceptOptions) => Promise<number>;
  acceptances: (options: AcceptancesOptions) => Promise<number>;
  acceptancesEnd: (options: AcceptancesEndOptions) => Promise<number>;
  vexImport: (options: VexImportOptions) => Promise<number>;
  vexRemove: (options: VexRemoveOptions) => Promise<number>;
  audit: (options: AuditOptions) => Promise<number>;
  rekey: (options: RekeyOptions) => Promise<number>;
}

const EXAMPLES = `
Without a command, "serve" is run.
Exit codes: 0 success, 1 failed, 2 invalid usage or configuration,
            3 report threshold met, 130 interrupted.
Example: hostwarden scan 192.168.1.0/24`;

/**
 * Creates the command line. Commander's own output, such as help and usage errors, is thrown as CommanderError.
 * @param onExit receives the exit code of the command that ran
 */
export function createProgram(handlers: Handlers, onExit: (code: number) => void): Command {
  const program = new Command('hostwarden')
    .description(
      'Scan networks and report what changed: a service with an HTTP API, and a command line.',
    )
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .option(
      '--data-dir <folder>',
      'data directory (DATA_DIR; default: /var/lib/hostwarden for root, ~/.local/share/hostwarden for others)',
    )
    .addHelpText('after', EXAMPLES);
  addCommands(program, handlers, onExit);
  return program;
}

function addCommands(program: Command, handlers: Handlers, onExit: (code: number) => void): void {
  const run =
    <T>(handler: (options: T) => Promise<number>) =>
    (options: unknown): Promise<void> =>
      handler(options as T).then(onExit);
  addServe(program, run(handlers.serve));
  addScan(program, run(handlers.scan));
  addTokens(program, {
    create: run(handlers.tokenCreate),
    list: run(handlers.tokenList),
    revoke: run(handlers.tokenRevoke),
  });
  addInventory(program, {
    import: run(handlers.inventoryImport),
    collect: run(handlers.inventoryCollect),
  });
  addFeeds(program, {
    list: run(handlers.feedList),
    update: run(handlers.feedUpdate),
    import: run(handlers.feedImport),
    export: run(handlers.feedExport),
    importBundle: run(handlers.feedImportBundle),
  });
  addFleet(program, { status: run(handlers.status), fixes: run(handlers.fixes) });
  addWatch(program, { agents: run(handlers.watchAgents), events: run(handlers.watchEvents) });
  addAgent(program, run(handlers.agent));
  addReports(program, { diff: run(handlers.diff), report: run(handlers.report) });
  addAcceptances(program, {
    accept: run(handlers.accept),
    list: run(handlers.acceptances),
    end: run(handlers.acceptancesEnd),
    vexImport: run(handlers.vexImport),
    vexRemove: run(handlers.vexRemove),
  });
  addAuditCommand(program, run(handlers.audit));
  addRekey(program, run(handlers.rekey));
  addHelp(program);
}
