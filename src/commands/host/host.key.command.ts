import { Option, type Command } from 'commander';
import { addDetails } from '../command-details.js';
import { addGroup, addServiceAction, type Bind } from '../command-options.js';

const HOST = 'id, IP address or name';
const TYPES = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-rsa',
];

/** Adds `host key`. */
export function addHostKeys(host: Command, bind: Bind): void {
  const key = addGroup(host, 'key', 'keys that hosts are recognized by at a login', [
    'list',
    'pin',
    'remove',
  ]);
  const runList = bind(async () => (await import('./host.key.js')).hostKeyList);
  const list = key
    .command('list')
    .description('the pinned SSH host key and WinRM certificate of a host')
    .argument('<host>', HOST);
  addDetails(list, {
    examples: ['host key list web-1'],
    json: 'Agent, with only ssh_host_key and winrm_certificate',
  });
  addServiceAction(list, runList, 'host');

  const runPin = bind(async () => (await import('./host.key.js')).hostKeyPin);
  const pin = key
    .command('pin')
    .description('pin a key before the first login, or after an intended change')
    .argument('<host>', HOST)
    .argument(
      '<fingerprint>',
      'of an SSH key as "ssh-keygen -l" prints it; of a WinRM certificate 64 hexadecimal digits',
    )
    .addOption(new Option('--type <type>', 'of an SSH key').choices(TYPES).default('ssh-ed25519'));
  addDetails(pin, {
    examples: ['host key pin web-1 SHA256:qf1rZ0gVb1mJm2bT0Wl0bV6m2mYkq8oKqQm0l3mB1nA'],
    json: 'SshHostKey or WinRmCertificate',
  });
  addServiceAction(pin, runPin, 'host', 'fingerprint');

  const runRemove = bind(async () => (await import('./host.key.js')).hostKeyRemove);
  const remove = key
    .command('remove')
    .description('forget the SSH host key: the next login of an admin pins the one it meets')
    .argument('<host>', HOST)
    .option('--winrm', 'forget the WinRM certificate instead');
  addDetails(remove, { examples: ['host key remove web-1'] });
  addServiceAction(remove, runRemove, 'host');
}
