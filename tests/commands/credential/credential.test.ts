import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../src/commands/program.js';
import { openCredential } from '../../../src/credentials/credentials.service.js';
import { ADMIN, temporaryFolder, testApp } from '../../support/app.js';
import { agentService } from '../../support/agent-service.js';
import { onTestFinished } from 'vitest';
import { blobOf, SSH_KEYS } from '../../support/ssh-keys.js';
import { sshServer } from '../../support/ssh-server.js';

const { keys, certificates, passphrase } = SSH_KEYS;

interface Typed {
  /** what is typed at a terminal */
  keys?: string;
  /** what is piped in */
  piped?: string;
}

/** Runs the command line in this process, as typed. */
async function hostwarden(args: readonly string[], { keys: typed, piped }: Typed = {}) {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const stdin = new PassThrough();
  if (typed !== undefined) {
    Object.assign(stdin, { isTTY: true, setRawMode: () => undefined });
    stdin.write(typed);
  } else stdin.end(piped ?? '');
  const io = { ...streams, stdin, signal: new AbortController().signal };
  let code = -1;
  const program = createProgram((load) => async (options) => {
    const handler = await load();
    code = await handler(options as never, io);
  });
  await program.parseAsync([...args], { from: 'user' });
  const read = (stream: PassThrough): string => String(stream.read() ?? '');
  return { code, out: read(streams.stdout), messages: read(streams.stderr) };
}

function setUp() {
  const dir = temporaryFolder();
  const fileOf = (name: string, content: string): string => {
    const file = join(dir, name);
    writeFileSync(file, content);
    return file;
  };
  const run = (command: string, args: readonly string[] = [], typed: Typed = {}) =>
    hostwarden(['--data-dir', dir, 'credential', command, ...args], typed);
  const opened = async (id = 1) => {
    const app = await testApp({ dir });
    const login = await openCredential(app.ctx, id);
    await app.close();
    return login;
  };
  return { dir, fileOf, run, opened };
}

const SECRET = 'horse battery';

describe('hostwarden credential', () => {
  it('stores a password that is typed, and never prints it', async () => {
    const { run, opened } = setUp();
    const typed = { keys: `${SECRET}\r` };
    const { code, out, messages } = await run('add', ['lab', '--username', 'root'], typed);
    expect([code, out, messages]).toEqual([
      0,
      'Credential 1, "lab", ssh_password, stored.\n',
      'Password: \n',
    ]);
    expect(await opened()).toMatchObject({ type: 'ssh_password', password: SECRET });
  });

  it('stores a key from a file, asks for its passphrase, and a password for sudo', async () => {
    const { run, fileOf, opened } = setUp();
    const file = fileOf('id', keys.rsa.openssh_encrypted);
    const args = ['cloud', '--username', 'admin', '--key-file', file, '--sudo-password'];
    const { out, messages } = await run('add', args, { keys: `${SECRET}\r${passphrase}\r` });
    expect(out).toBe(`Credential 1, "cloud", ssh_key ${keys.rsa.fingerprint}, stored.\n`);
    expect(messages).toBe('Password for sudo: \nPassphrase of the key: \n');
    expect(await opened()).toMatchObject({ type: 'ssh_key', sudoPassword: SECRET });
  });

  it('reads a key that is pasted at a terminal, and its passphrase', async () => {
    const { run, opened } = setUp();
    const pasted = keys.ed25519.openssh_encrypted.replaceAll('\n', '\r');
    const args = ['cloud', '--username', 'admin', '--type', 'ssh_key'];
    const typed = { keys: `${pasted}\u0004${passphrase}\r` };
    expect(await run('add', args, typed)).toMatchObject({
      code: 0,
      messages: 'Private key, then Ctrl-D: \nPassphrase of the key: \n',
    });
    expect(await opened()).toMatchObject({ type: 'ssh_key', username: 'admin' });
  });

  it('reads secrets from files and one from standard input', async () => {
    const { run, fileOf, opened } = setUp();
    const args = ['w', '--username', 'a', '--type', 'winrm_password', '--password-file', '-'];
    await run('add', args, { piped: `${SECRET}\n` });
    expect(await opened()).toMatchObject({ type: 'winrm_password', password: SECRET });
    const key = [
      ...['k', '--username', 'a', '--key-file', '-', '--json'],
      ...['--passphrase-file', fileOf('passphrase', `${passphrase}\n`)],
      ...['--certificate-file', fileOf('cert', certificates.ed25519)],
      ...['--sudo-password-file', fileOf('sudo', SECRET)],
      ...['--network', '10.0.0.0/8'],
    ];
    const { out } = await run('add', key, { piped: keys.ed25519.openssh_encrypted });
    expect(JSON.parse(out)).toMatchObject({
      id: 2,
      fingerprint: keys.ed25519.fingerprint,
      scope: { networks: ['10.0.0.0/8'], group_ids: [] },
    });
    expect(await opened(2)).toMatchObject({ sudoPassword: SECRET });
  });

  it.each<[string, string[], string]>([
    ['without a terminal', [], '--password-file'],
    [
      'with two secrets on standard input',
      ['--password-file', '-', '--sudo-password-file', '-'],
      'one secret',
    ],
    ['with a file that does not exist', ['--password-file', '/nonexistent'], 'cannot be read'],
    ['with a file that is no key', ['--key-file', '/dev/null'], 'nothing was entered'],
    ['with a name that is no group', ['--password-file', '-', '--group', 'x'], 'Unknown group'],
  ])('is refused %s', async (_name, args, message) => {
    const { run } = setUp();
    await expect(
      run('add', ['lab', '--username', 'root', ...args], { piped: 'x\n' }),
    ).rejects.toMatchObject({ message: expect.stringContaining(message) as string });
  });

  it('takes no secret from the command line', async () => {
    const { run } = setUp();
    await expect(
      run('add', ['lab', '--username', 'root', '--password', SECRET]),
    ).rejects.toMatchObject({ code: 'commander.unknownOption' });
  });

  it('lists, shows and removes credentials by name or id', async () => {
    const { run } = setUp();
    await run('add', ['lab', '--username', 'root'], { keys: `${SECRET}\r` });
    expect((await run('list')).out).toBe(
      'ID\tNAME\tTYPE\tUSERNAME\tUSED BY\tLAST USED\n1\tlab\tssh_password\troot\t\t\n',
    );
    expect((await run('show', ['lab'])).out).toContain('OPERATORS\ton hosts');
    const { out } = await run('show', ['1', '--json']);
    expect(JSON.parse(out)).toMatchObject({ name: 'lab', used_by: { template_ids: [] } });
    expect(JSON.parse((await run('remove', ['LAB', '--json'])).out)).toEqual([
      { id: 1, name: 'lab' },
    ]);
    expect(JSON.parse((await run('list', ['--json'])).out)).toEqual([]);
    await expect(run('remove', ['lab'])).rejects.toMatchObject({ exitCode: 1 });
  });

  it('removes the others if one is in use, says which one failed, and exits with 1', async () => {
    const { dir, run } = setUp();
    for (const name of ['a', 'b', 'c'])
      await run('add', [name, '--username', 'root'], { keys: `${SECRET}\r` });
    const app = await testApp({ dir });
    const host = (await app.call('POST', '/hosts', [{ current_ip: '10.0.0.1' }])).status;
    expect(host).toBe(201);
    app.ctx.database.sqlite.exec(`INSERT INTO agent_operations
      (host_id, action, os_family, credential_id, dry_run, status, step, message, created_at, updated_at)
      VALUES (1, 'install', 'linux', 2, 0, 'working', 'connect', '', 0, 0)`);
    const url = await app.app.listen({ host: '127.0.0.1', port: 0 });
    const options = ['--url', url, '--token', ADMIN];
    const removed = await run('remove', ['a', 'b', 'c', '--json', ...options]);
    expect(removed.code).toBe(1);
    expect(JSON.parse(removed.out)).toEqual([
      { id: 1, name: 'a' },
      { id: 3, name: 'c' },
    ]);
    expect(removed.messages).toMatch(/^Not removed: credential 2: b: .*in use/);
    await expect(run('remove', ['b', ...options])).rejects.toMatchObject({ exitCode: 1 });
  });

  it('rotates the password, the key, the certificate and the password for sudo', async () => {
    const { run, fileOf, opened } = setUp();
    await run('add', ['lab', '--username', 'root'], { keys: `${SECRET}\r` });
    await run('rotate', ['lab'], { keys: 'second\r' });
    expect(await opened()).toMatchObject({ password: 'second', sudoPassword: null });
    await run('rotate', ['lab', '--sudo-password'], { keys: 'sudo\r' });
    expect(await opened()).toMatchObject({ password: 'second', sudoPassword: 'sudo' });
    await run('rotate', ['lab', '--no-sudo-password', '--username', 'deploy']);
    expect(await opened()).toMatchObject({ sudoPassword: null, username: 'deploy' });
    const key = fileOf('id', keys.ed25519.openssh);
    await run('add', ['cloud', '--username', 'root', '--key-file', key]);
    const certificate = fileOf('cert', certificates.ed25519);
    await run('rotate', ['cloud', '--certificate-file', certificate]);
    expect(await opened(2)).toMatchObject({
      key: { certificate: { principals: ['root', 'admin'] } },
    });
    const other = fileOf('other', keys['ecdsa-384'].pkcs8);
    await expect(run('rotate', ['cloud', '--key-file', other])).rejects.toMatchObject({
      exitCode: 2,
    });
    await run('rotate', ['cloud', '--key-file', other, '--no-certificate']);
    expect(await opened(2)).toMatchObject({ key: { certificate: null } });
    await expect(run('rotate', ['cloud'])).rejects.toMatchObject({ exitCode: 2 });
  });

  it('changes its name, its user and its scope', async () => {
    const { run } = setUp();
    const scope = ['--network', '10.0.0.0/8', '192.0.2.1'];
    await run('add', ['lab', '--username', 'root', ...scope], { keys: `${SECRET}\r` });
    const edit = async (...args: string[]): Promise<unknown> =>
      JSON.parse((await run('edit', ['1', '--json', ...args])).out);
    expect(await edit('--name', 'office', '--username', 'deploy')).toMatchObject({
      name: 'office',
      username: 'deploy',
      scope: { networks: ['10.0.0.0/8', '192.0.2.1'], group_ids: [] },
    });
    const change = ['--add-network', '192.0.2.2', '--remove-network', '10.0.0.0/8'];
    expect(await edit(...change)).toMatchObject({
      scope: { networks: ['192.0.2.1', '192.0.2.2'] },
    });
    await expect(edit('--remove-network', '10.0.0.0/8')).rejects.toMatchObject({ exitCode: 2 });
    await expect(edit('--remove-group', '7')).rejects.toMatchObject({ exitCode: 1 });
    await expect(edit()).rejects.toMatchObject({ exitCode: 2 });
    expect(await edit('--no-scope')).toMatchObject({ scope: null, name: 'office' });
  });

  it.each([
    ['ed25519', 0],
    ['rsa', 1],
  ] as const)('tests a credential on a host (%s)', async (name, expected) => {
    const host = await sshServer({
      users: {
        admin: {
          password: SECRET,
          methods: ['publickey'],
          publicKeys: [blobOf(keys.ed25519.public)],
        },
      },
      sudo: 'nopasswd',
    });
    const service = await agentService({ env: { SSH_PORT: `${host.port}` } });
    onTestFinished(() => service.close());
    await service.addHost('127.0.0.1');
    const key = { name: 'k', type: 'ssh_key', username: 'admin', private_key: keys[name].openssh };
    await service.call('POST', '/credentials', key);
    const args = ['credential', 'test', 'k', '127.0.0.1', '--token', ADMIN];
    const url = ['--url', `http://127.0.0.1:${service.port}`];
    const { code, out } = await hostwarden([...args, ...url]);
    expect(code).toBe(expected);
    expect(out.split('\n').map((line) => line.slice(0, 18).trim())).toEqual(
      expected === 0
        ? ['ok      connect', 'ok      login', 'ok      commands', 'ok      rights', '']
        : ['ok      connect', 'failed  login', '', ''],
    );
    expect(JSON.parse((await hostwarden([...args, ...url, '--json'])).out)).toMatchObject({
      ok: expected === 0,
    });
  });
});
