import { Option, type Command } from 'commander';
import { addDetails } from '../command-details.js';
import { JUSTIFICATIONS } from '../../vulnerabilities/acceptances/justifications.js';
import {
  addGroup,
  addServiceAction,
  readOptions,
  type Bind,
  type Run,
} from '../command-options.js';

interface AcceptanceHandlers {
  accept: Run;
  list: Run;
  end: Run;
  vexImport: Run;
  vexRemove: Run;
}

/** Adds `accept`, `acceptances` and `vex`. */
export function addAcceptances(program: Command, bind: Bind): void {
  const run: AcceptanceHandlers = {
    accept: bind(async () => (await import('./accept.js')).accept),
    list: bind(async () => (await import('./acceptances.js')).acceptances),
    end: bind(async () => (await import('./acceptances.end.js')).acceptancesEnd),
    vexImport: bind(async () => (await import('./vex.js')).vexImport),
    vexRemove: bind(async () => (await import('./vex.js')).vexRemove),
  };
  addAccept(program, run.accept);
  addList(program, run);
  addVex(program, run);
}

function addAccept(program: Command, run: Run): void {
  const accept = program
    .command('accept')
    .description('accept a vulnerability; what appears elsewhere later is new')
    .argument('<vulnerability>', 'id like CVE-2024-6387')
    .requiredOption('--reason <text>', 'why the risk is accepted')
    .option('--until <date>', 'last day like 2027-01-31 (UTC), or a time (default: until revoked)')
    .addOption(
      new Option('--host <host>', 'id, IP address or name').conflicts(['group', 'allHosts']),
    )
    .addOption(
      new Option('--group <group>', 'the hosts of a group: id or name').conflicts('allHosts'),
    )
    .option('--all-hosts', 'every host, also those added later')
    .addOption(
      new Option(
        '--package <name>',
        'only this package (default: every package and port of these hosts)',
      ).conflicts(['port', 'allPlaces']),
    )
    .addOption(new Option('--port <port>', 'only this port, like 443/tcp').conflicts('allPlaces'))
    .option('--all-places', 'every package and port, also of hosts without it now')
    .addOption(
      new Option(
        '--justification <label>',
        'why the hosts are not affected, as OpenVEX names it',
      ).choices(JUSTIFICATIONS),
    );
  addDetails(accept, {
    examples: [
      'accept CVE-2024-6387 --host web-1 --reason "not reachable" --until 2027-01-31',
      'accept CVE-2024-6387 --all-hosts --package openssh-server --reason "patched by hand"',
    ],
    json: 'Acceptance[]',
  });
  addServiceAction(accept, run, 'vulnerability');
}

function addList(program: Command, run: Pick<AcceptanceHandlers, 'list' | 'end'>): void {
  const list = program
    .command('acceptances')
    .description('list accepted vulnerabilities, or end an acceptance')
    .helpCommand(false)
    .option('--expiring-within <days>', 'only those that expire within this number of days')
    .option('--ended', 'those that were revoked or have expired')
    .addOption(
      new Option('--format <format>', 'table, json or openvex (default: table)').choices([
        'table',
        'json',
        'openvex',
      ]),
    );
  addDetails(list, {
    examples: ['acceptances', 'acceptances --expiring-within 14'],
    json: 'Acceptance[]',
  });
  addServiceAction(list, run.list);
  // The options of the connection are those of the list.
  const end = list
    .command('end')
    .description('end acceptances: their findings are open again')
    .argument('<id...>', 'ids from "hostwarden acceptances"')
    .action((ids: string[], _options, command: Command) =>
      run.end({ ...readOptions(command), ids }),
    );
  addDetails(end, { examples: ['acceptances end 3 4'] });
}

function addVex(program: Command, run: Pick<AcceptanceHandlers, 'vexImport' | 'vexRemove'>): void {
  const vex = addGroup(program, 'vex', "import vendors' statements (VEX)", ['import', 'remove']);
  const importCommand = vex
    .command('import')
    .description('accept what a vendor states as not affected or fixed')
    .argument('<file>', 'an OpenVEX or CSAF VEX document; - for standard input');
  addDetails(importCommand, { examples: ['vex import vendor.json'], json: 'VexImport' });
  addServiceAction(importCommand, run.vexImport, 'file');
  const remove = vex
    .command('remove')
    .description('end the acceptances of a document')
    .argument('<document>', 'its id, as "vex import" prints it');
  addDetails(remove, { examples: ['vex remove https://example.com/vex/1'] });
  addServiceAction(remove, run.vexRemove, 'source');
}
