import type { CommandSpecs } from '../command-spec.js';
import { REMOVED_JSON } from '../output/removed.js';

const HOST = { '<host>': 'id, IP address or name' };
const KEY_TYPES = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-rsa',
];

const KEY_COMMANDS: CommandSpecs = {
  list: {
    about: 'the pinned SSH host key and WinRM certificate of a host',
    arguments: HOST,
    run: async () => (await import('./host.key.js')).hostKeyList,
    examples: ['host key list web-1'],
    json: 'Agent, with only ssh_host_key and winrm_certificate',
  },
  pin: {
    about: 'pin a key before the first login, or after an intended change',
    arguments: {
      ...HOST,
      '<fingerprint>':
        'of an SSH key as "ssh-keygen -l" prints it; of a WinRM certificate 64 hexadecimal digits',
    },
    options: {
      '--type <type>': { about: 'of an SSH key', choices: KEY_TYPES, default: 'ssh-ed25519' },
    },
    run: async () => (await import('./host.key.js')).hostKeyPin,
    examples: ['host key pin web-1 SHA256:qf1rZ0gVb1mJm2bT0Wl0bV6m2mYkq8oKqQm0l3mB1nA'],
    json: 'SshHostKey or WinRmCertificate',
  },
  remove: {
    about: 'forget the SSH host key: the next login of an admin pins the one it meets',
    arguments: HOST,
    options: { '--winrm': 'forget the WinRM certificate instead' },
    run: async () => (await import('./host.key.js')).hostKeyRemove,
    examples: ['host key remove web-1'],
  },
};

/** The commands of `host`. */
export const HOST_COMMANDS: CommandSpecs = {
  list: {
    about: 'list hosts',
    options: {
      '--name <text>': 'only hosts with this text in their name',
      '--address <addresses>': 'only this IP address, CIDR block or IPv4 prefix (10.0.)',
      '--group <group>': 'only the hosts of a group: id or name',
      '--risk': 'add risk and open findings, highest risk first',
      '--unanswered': 'instead of hosts, the scanned addresses where nothing ever answered',
    },
    run: async () => (await import('./host.list.js')).hostList,
    examples: ['host list', 'host list --group office --risk', 'host list --address 10.0.0.0/24'],
    json: 'Host[]',
  },
  show: {
    about: 'one host: its system, groups, open ports and findings',
    arguments: HOST,
    run: async () => (await import('./host.show.js')).hostShow,
    examples: ['host show web-1', 'host show 10.0.0.7 --json'],
    json: 'HostCard',
  },
  add: {
    about: 'add hosts; those that exist stay as they are',
    arguments: { '<address...>': 'IP addresses, also with commas' },
    argumentNames: ['addresses'],
    options: {
      '--name <name>': 'name of the host (default: its address)',
      '--description <text>': 'free text',
      '--group <group...>': 'add them to these groups: ids or names',
    },
    run: async () => (await import('./host.change.js')).hostAdd,
    examples: ['host add 10.0.0.7 --name web-1', 'host add 10.0.0.8 10.0.0.9 --group office'],
    json: '{"created": Host[], "existing": Host[]}',
  },
  import: {
    about: 'add the hosts of a list, a CSV file or an nmap XML file',
    arguments: { '<file>': 'the format is recognized by the content; - for standard input' },
    options: { '--group <group...>': 'add all of them to these groups: ids or names' },
    run: async () => (await import('./host.import.js')).hostImport,
    examples: [
      'host import inventory.csv',
      'host import nmap.xml --group office',
      'host import - < addresses.txt',
    ],
    json: '{"created": Host[], "existing": Host[], "rejected": [{"line", "message"}]}',
  },
  edit: {
    about: 'change a host',
    arguments: HOST,
    options: {
      '--name <name>': 'new name',
      '--address <address>': 'new IP address',
      '--description <text>': 'new description',
      '--add-group <group...>': 'add the host to these groups: ids or names',
      '--remove-group <group...>': 'remove it from these groups',
    },
    run: async () => (await import('./host.change.js')).hostEdit,
    examples: ['host edit 10.0.0.7 --name web-1', 'host edit web-1 --add-group office'],
    json: 'HostCard',
  },
  remove: {
    about: 'remove hosts with their services, inventories and findings; results of tasks stay',
    arguments: { '<host...>': 'ids, IP addresses or names' },
    run: async () => (await import('./host.change.js')).hostRemove,
    examples: ['host remove web-1 10.0.0.8'],
    json: REMOVED_JSON,
  },
  key: {
    about: 'keys that hosts are recognized by at a login',
    commands: KEY_COMMANDS,
  },
};
