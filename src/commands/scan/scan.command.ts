import { Option, type Command } from 'commander';
import { addDetails } from '../command-details.js';
import { addConnectionOptions, failOnOption, readOptions, type Bind } from '../command-options.js';
import { listOption } from '../repeated-options.js';

export function addScan(program: Command, bind: Bind): void {
  const run = bind(async () => (await import('./scan.js')).scan);
  const command = program
    .command('scan')
    .description('scan targets and print open ports and services')
    .argument(
      '[target...]',
      'IP addresses, names, CIDR blocks (10.0.0.0/24) or ranges (10.0.0.1-5), also with commas; ' +
        'of a name the first address is scanned, IPv4 before IPv6',
    )
    .usage('[options] <target...>')
    .option('--targets <file>', 'read targets from a file, or from standard input (-)')
    .addOption(listOption('--exclude <list>', 'targets to leave out, with commas'))
    .addOption(
      listOption(
        '-p, --ports <list>',
        'ports and ranges: 22,80,8000-8100; all: -p- (default: the 1,000 most common)',
      ),
    )
    .addOption(
      new Option(
        '--speed <level>',
        'from 1 (fragile devices) to 5 (lab networks) (default: 3)',
      ).choices(['1', '2', '3', '4', '5']),
    )
    .addOption(
      new Option(
        '--discovery <mode>',
        'auto: skip hosts that do not respond to discovery; off: scan every port of every host (default: auto)',
      ).choices(['auto', 'off']),
    )
    .option('--json', 'print one JSON object instead of a table')
    .option(
      '--output-xml <file>',
      'also write the results as the XML of nmap, which many tools read; -: to standard output. Short form: -oX',
    )
    .addOption(failOnOption('the scan has an open finding'));
  addDetails(command, {
    examples: [
      'scan 192.168.1.0/24',
      'scan web-1 10.0.0.1-20 --ports 22,80,8000-8100',
      'scan --targets hosts.txt --fail-on high',
    ],
    json: 'ScanResult',
  });
  acceptNmapOption(command);
  addConnectionOptions(command).action((targets: string[], _options, c: Command) => {
    const { targets: targetFile, ...options } = readOptions(c);
    if (targets.length === 0 && targetFile === undefined)
      c.error("error: missing required argument 'target', or --targets <file>", {
        code: 'commander.missingArgument',
        exitCode: 2,
      });
    return run({ ...options, targets, ...(targetFile !== undefined && { targetFile }) });
  });
}

/** Accepts nmap's `-oX`: options with one hyphen have one letter otherwise. */
function acceptNmapOption(command: Command): void {
  const parseOptions = command.parseOptions.bind(command);
  command.parseOptions = (args) => {
    const end = args.indexOf('--');
    return parseOptions(
      args.map((arg, i) => (arg === '-oX' && (end < 0 || i < end) ? '--output-xml' : arg)),
    );
  };
}
