import type { CommandSpecs } from '../command-spec.js';
import { REMOVED_JSON } from '../output/removed.js';

const CREDENTIAL = { '<credential>': 'id or name' };

const SECRET_OPTIONS = {
  '--password-file <file>': 'read the password from a file (- for standard input)',
  '--key-file <file>': `private key, in the format of OpenSSH or PEM`,
  '--passphrase-file <file>': 'passphrase of the key; default: asked for if needed',
  '--certificate-file <file>': 'certificate of the key: *-cert.pub',
  '--sudo-password': 'ask for a password for sudo; default: the password',
  '--sudo-password-file <file>': 'read the password for sudo from a file',
};

/** The commands of `credential`. */
export const CREDENTIAL_COMMANDS: CommandSpecs = {
  add: {
    about: 'store a login',
    arguments: { '<name>': 'name of the credential' },
    options: {
      '--username <name>': { about: 'user on the hosts', isRequired: true },
      '--type <type>': {
        about: 'default: ssh_key with --key-file, else ssh_password',
        choices: ['ssh_password', 'ssh_key', 'winrm_password'],
      },
      '--network <block...>': 'addresses and CIDR blocks where operators may use it',
      '--group <group...>': 'ids or names of groups whose hosts operators may use it on',
      ...SECRET_OPTIONS,
    },
    run: async () => (await import('./credential.change.js')).credentialAdd,
    note: 'Secrets are asked for without echo. Scripts pass files, or - for standard input.',
    examples: [
      'credential add lab --username root',
      'credential add cloud --username admin --key-file ~/.ssh/id_ed25519',
      'credential add web --username deploy --key-file ~/.ssh/id_rsa --sudo-password',
      'credential add win --type winrm_password --username Administrator --password-file -',
    ],
    json: 'Credential',
  },
  list: {
    about: 'list the credentials (without secrets)',
    run: async () => (await import('./credential.list.js')).credentialList,
    examples: ['credential list'],
    json: 'Credential[]',
  },
  show: {
    about: 'print a credential (without secrets)',
    arguments: CREDENTIAL,
    run: async () => (await import('./credential.list.js')).credentialShow,
    examples: ['credential show cloud'],
    json: 'Credential',
  },
  test: {
    about: 'log in to a host, and find out the rights there',
    arguments: { ...CREDENTIAL, '<host>': 'id, IP address or name' },
    run: async () => (await import('./credential.try.js')).credentialTest,
    note: 'Logs in, and changes nothing on the host. Exits with 1 if a step fails.',
    examples: ['credential test cloud 192.0.2.11'],
    json: 'LoginTest',
  },
  rotate: {
    about: 'replace secrets of a credential; the others stay',
    arguments: CREDENTIAL,
    options: {
      '--username <name>': 'new user on the hosts',
      ...SECRET_OPTIONS, // before --no-…, which would otherwise be true by default
      '--no-sudo-password': 'remove the password for sudo',
      '--no-certificate': 'remove the certificate',
    },
    run: async () => (await import('./credential.change.js')).credentialRotate,
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
    about: 'change the name, the user, and where a credential may be used',
    arguments: CREDENTIAL,
    options: {
      '--name <name>': 'new name',
      '--username <name>': 'new user on the hosts',
      '--add-network <block...>': 'it may be used at these addresses and CIDR blocks',
      '--remove-network <block...>': 'no longer at these',
      '--add-group <group...>': 'it may be used on the hosts of these groups',
      '--remove-group <group...>': 'no longer on those of these groups',
      '--no-scope': 'everywhere for admins, for operators where an admin has used it',
    },
    run: async () => (await import('./credential.change.js')).credentialEdit,
    note: 'Secrets stay; "hostwarden credential rotate" replaces them.',
    examples: [
      'credential edit lab --name office',
      'credential edit cloud --add-network 10.0.0.0/8 --remove-group dmz',
      'credential edit cloud --no-scope',
    ],
    json: 'Credential',
  },
  remove: {
    about: 'remove credentials with their secrets',
    arguments: { '<credential...>': 'ids or names' },
    run: async () => (await import('./credential.list.js')).credentialRemove,
    examples: ['credential remove lab'],
    json: REMOVED_JSON,
  },
};
