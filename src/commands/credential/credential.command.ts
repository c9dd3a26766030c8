import { Option, type Command } from 'commander';
import { addDetails } from '../command-details.js';
import { addGroup, addServiceAction, type Bind } from '../command-options.js';
import { REMOVED_JSON } from '../output/removed.js';

const TYPES = ['ssh_password', 'ssh_key', 'winrm_password'];

const DETAILS = {
  add: {
    note: 'Secrets are asked for without echo. Scripts pass files, or - for standard input.',
    examples: [
      'credential add lab --username root',
      'credential add cloud --username admin --key-file ~/.ssh/id_ed25519',
      'credential add web --username deploy --key-file ~/.ssh/id_rsa --sudo-password',
      'credential add win --type winrm_password --username Administrator --password-file -',
    ],
    json: 'Credential',
  },
  list: { examples: ['credential list'], json: 'Credential[]' },
  show: { examples: ['credential show cloud'], json: 'Credential' },
  test: {
    note: 'Logs in, and changes nothing on the host. Exits with 1 if a step fails.',
    examples: ['credential test cloud 192.0.2.11'],
    json: 'LoginTest',
  },
  rotate: {
    note: 'Without an option, the new password is asked for.',
    examples: [
      'credential rotate lab',
      'credential rotate cloud --key-file ~/.ssh/id_new',
      'credential rotate web --sudo-password',
      'credential rotate cloud --certificate-file ~/.ssh/id_ed25519-cert.pub',
    ],
    json: 'Credential',
  },
  edit: {
    note: 'Secrets stay; "hostwarden credential rotate" replaces them.',
    examples: [
      'credential edit lab --name office',
      'credential edit cloud --add-network 10.0.0.0/8 --remove-group dmz',
      'credential edit cloud --no-scope',
    ],
    json: 'Credential',
  },
  remove: { examples: ['credential remove lab'], json: REMOVED_JSON },
};

/** Adds `credential` with its subcommands. */
export function addCredentials(program: Command, bind: Bind): void {
  const group = addGroup(program, 'credential', 'logins on hosts: passwords and SSH keys', [
    'add',
    'list',
    'show',
    'test',
    'rotate',
    'edit',
    'remove',
  ]);
  addAdd(group, bind);
  addReading(group, bind);
  addTest(group, bind);
  addRotate(group, bind);
  addEdit(group, bind);
  addRemove(group, bind);
}

function addAdd(group: Command, bind: Bind): void {
  const run = bind(async () => (await import('./credential.add.js')).credentialAdd);
  const add = group
    .command('add')
    .description('store a login')
    .argument('<name>', 'name of the credential')
    .requiredOption('--username <name>', 'user on the hosts')
    .addOption(
      new Option('--type <type>', 'default: ssh_key with --key-file, else ssh_password').choices(
        TYPES,
      ),
    )
    .option('--network <block...>', 'addresses and CIDR blocks where operators may use it')
    .option('--group <group...>', 'ids or names of groups whose hosts operators may use it on');
  addServiceAction(addSecretOptions(add), run, 'name');
  addDetails(add, DETAILS.add);
}

function addReading(group: Command, bind: Bind): void {
  const list = bind(async () => (await import('./credential.list.js')).credentialList);
  const listing = group.command('list').description('list the credentials (without secrets)');
  addServiceAction(listing, list);
  addDetails(listing, DETAILS.list);
  const show = bind(async () => (await import('./credential.list.js')).credentialShow);
  const showing = group
    .command('show')
    .description('print a credential (without secrets)')
    .argument('<credential>', 'id or name');
  addServiceAction(showing, show, 'credential');
  addDetails(showing, DETAILS.show);
}

function addTest(group: Command, bind: Bind): void {
  const run = bind(async () => (await import('./credential.try.js')).credentialTest);
  const test = group
    .command('test')
    .description('log in to a host, and find out the rights there')
    .argument('<credential>', 'id or name')
    .argument('<host>', 'id, IP address or name');
  addServiceAction(test, run, 'credential', 'host');
  addDetails(test, DETAILS.test);
}

function addRotate(group: Command, bind: Bind): void {
  const run = bind(async () => (await import('./credential.rotate.js')).credentialRotate);
  const rotate = group
    .command('rotate')
    .description('replace secrets of a credential; the others stay')
    .argument('<credential>', 'id or name')
    .option('--username <name>', 'new user on the hosts');
  addSecretOptions(rotate) // before --no-…, which would otherwise be true by default
    .option('--no-sudo-password', 'remove the password for sudo')
    .option('--no-certificate', 'remove the certificate');
  addServiceAction(rotate, run, 'credential');
  addDetails(rotate, DETAILS.rotate);
}

function addEdit(group: Command, bind: Bind): void {
  const run = bind(async () => (await import('./credential.edit.js')).credentialEdit);
  const edit = group
    .command('edit')
    .description('change the name, the user, and where a credential may be used')
    .argument('<credential>', 'id or name')
    .option('--name <name>', 'new name')
    .option('--username <name>', 'new user on the hosts')
    .option('--add-network <block...>', 'it may be used at these addresses and CIDR blocks')
    .option('--remove-network <block...>', 'no longer at these')
    .option('--add-group <group...>', 'it may be used on the hosts of these groups')
    .option('--remove-group <group...>', 'no longer on those of these groups')
    .option('--no-scope', 'everywhere for admins, for operators where an admin has used it');
  addServiceAction(edit, run, 'credential');
  addDetails(edit, DETAILS.edit);
}

function addRemove(group: Command, bind: Bind): void {
  const run = bind(async () => (await import('./credential.remove.js')).credentialRemove);
  const remove = group
    .command('remove')
    .description('remove credentials with their secrets')
    .argument('<credential...>', 'ids or names');
  addServiceAction(remove, run, 'credentials');
  addDetails(remove, DETAILS.remove);
}

const addSecretOptions = (command: Command): Command =>
  command
    .option('--password-file <file>', 'read the password from a file (- for standard input)')
    .option('--key-file <file>', `private key, in the format of OpenSSH or PEM`)
    .option('--passphrase-file <file>', 'passphrase of the key; default: asked for if needed')
    .option('--certificate-file <file>', 'certificate of the key: *-cert.pub')
    .option('--sudo-password', 'ask for a password for sudo; default: the password')
    .option('--sudo-password-file <file>', 'read the password for sudo from a file');
