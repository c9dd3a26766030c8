import type { Command } from 'commander';
import type { CommandSpecs } from '../command-spec.js';
import { readOptions } from '../command-options.js';
import { listOption } from '../repeated-options.js';
import { failOn } from '../shared-options.js';

/** The command `scan`. */
export const SCAN_COMMANDS: CommandSpecs = {
  scan: {
    about: 'scan targets and print open ports and services',
    arguments: {
      '[target...]':
        'IP addresses, names, CIDR blocks (10.0.0.0/24) or ranges (10.0.0.1-5), also with commas; ' +
        'of a name the first address is scanned, IPv4 before IPv6',
    },
    usage: '[options] <target...>',
    options: {
      '--targets <file>': 'read targets from a file, or from standard input (-)',
      '--exclude <list>': listOption('targets to leave out, with commas'),
      '-p, --ports <list>': listOption(
        'ports and ranges: 22,80,8000-8100; all: -p- (default: the 1,000 most common)',
      ),
      '--speed <level>': {
        about: 'from 1 (fragile devices) to 5 (lab networks) (default: 3)',
        choices: ['1', '2', '3', '4', '5'],
      },
      '--discovery <mode>': {
        about:
          'auto: skip hosts that do not respond to discovery; off: scan every port of every host (default: auto)',
        choices: ['auto', 'off'],
      },
      '--json': 'print one JSON object instead of a table',
      '--output-xml <file>':
        'also write the results as the XML of nmap, which many tools read; -: to standard output. Short form: -oX',
      ...failOn('the scan has an open finding'),
    },
    adapt: acceptNmapOption,
    read: readTargetFile,
    run: async () => (await import('./scan.js')).scan,
    examples: [
      'scan 192.168.1.0/24',
      'scan web-1 10.0.0.1-20 --ports 22,80,8000-8100',
      'scan --targets hosts.txt --fail-on high',
    ],
    json: 'ScanResult',
  },
};

/** The option `--targets` has the name of the arguments. One of both is needed. */
function readTargetFile(command: Command): Record<string, unknown> {
  const { targets: targetFile, ...options } = readOptions(command);
  if (command.args.length === 0 && targetFile === undefined)
    command.error("error: missing required argument 'target', or --targets <file>", {
      code: 'commander.missingArgument',
      exitCode: 2,
    });
  return targetFile === undefined ? options : { ...options, targetFile };
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
