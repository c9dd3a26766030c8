import { JUSTIFICATIONS } from '../../vulnerabilities/acceptances/justifications.js';
import type { CommandSpecs } from '../command-spec.js';

/** The commands `accept`, `acceptances` and `vex`. */
export const ACCEPTANCE_COMMANDS: CommandSpecs = {
  accept: {
    about: 'accept a vulnerability; what appears elsewhere later is new',
    arguments: { '<vulnerability>': 'id like CVE-2024-6387' },
    options: {
      '--reason <text>': { about: 'why the risk is accepted', isRequired: true },
      '--until <date>': 'last day like 2027-01-31 (UTC), or a time (default: until revoked)',
      '--host <host>': { about: 'id, IP address or name', conflicts: ['group', 'allHosts'] },
      '--group <group>': { about: 'the hosts of a group: id or name', conflicts: 'allHosts' },
      '--all-hosts': 'every host, also those added later',
      '--package <name>': {
        about: 'only this package (default: every package and port of these hosts)',
        conflicts: ['port', 'allPlaces'],
      },
      '--port <port>': { about: 'only this port, like 443/tcp', conflicts: 'allPlaces' },
      '--all-places': 'every package and port, also of hosts without it now',
      '--justification <label>': {
        about: 'why the hosts are not affected, as OpenVEX names it',
        choices: JUSTIFICATIONS,
      },
    },
    run: async () => (await import('./accept.js')).accept,
    examples: [
      'accept CVE-2024-6387 --host web-1 --reason "not reachable" --until 2027-01-31',
      'accept CVE-2024-6387 --all-hosts --package openssh-server --reason "patched by hand"',
    ],
    json: 'Acceptance[]',
  },
  acceptances: {
    about: 'list accepted vulnerabilities, or end an acceptance',
    options: {
      '--expiring-within <days>': 'only those that expire within this number of days',
      '--ended': 'those that were revoked or have expired',
      '--format <format>': {
        about: 'table, json or openvex (default: table)',
        choices: ['table', 'json', 'openvex'],
      },
    },
    run: async () => (await import('./acceptances.js')).acceptances,
    examples: ['acceptances', 'acceptances --expiring-within 14'],
    json: 'Acceptance[]',
    commands: {
      end: {
        about: 'end acceptances: their findings are open again',
        arguments: { '<id...>': 'ids from "hostwarden acceptances"' },
        isLocal: true, // the options of the connection are those of the list
        run: async () => (await import('./acceptances.js')).acceptancesEnd,
        examples: ['acceptances end 3 4'],
      },
    },
  },
  vex: {
    about: "import vendors' statements (VEX)",
    commands: {
      import: {
        about: 'accept what a vendor states as not affected or fixed',
        arguments: { '<file>': 'an OpenVEX or CSAF VEX document; - for standard input' },
        run: async () => (await import('./vex.js')).vexImport,
        examples: ['vex import vendor.json'],
        json: 'VexImport',
      },
      remove: {
        about: 'end the acceptances of a document',
        arguments: { '<document>': 'its id, as "vex import" prints it' },
        argumentNames: ['source'],
        run: async () => (await import('./vex.js')).vexRemove,
        examples: ['vex remove https://example.com/vex/1'],
      },
    },
  },
};
