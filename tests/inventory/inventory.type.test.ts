import { readdirSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { inventoryParams } from '../../src/inventory/inventory.params.js';
import { listeningService, until, type Listening } from '../support/agents.js';
import { debianReport } from '../support/reports.js';
import { hostKey, sshServer, type SshServer } from '../support/ssh-server.js';
import { winRmServer, type WinRmServer } from '../support/winrm-server.js';

interface Row {
  outcome: string;
  reason: string | null;
  detail: string | null;
}

async function hostAt(service: Listening, ip: string): Promise<number> {
  return (
    (
      (await service.ask('POST', '/hosts', [{ current_ip: ip }])).body.data as {
        created: { id: number }[];
      }
    ).created[0]?.id ?? 0
  );
}

async function template(service: Listening, hosts: number[], params: object): Promise<number> {
  return (
    (
      await service.ask('POST', '/api/v1/templates', {
        name: 'facts',
        shares_name: true,
        type: 'inventory',
        hosts,
        params,
        enabled: false,
      })
    ).body.data as { id: number }
  ).id;
}

/** Runs a template; returns the result of its first host. */
async function run(service: Listening, templateId: number): Promise<Row> {
  await service.ask('POST', `/api/v1/templates/${templateId}`);
  const task = await until(async () => {
    const [newest] = (await service.ask('GET', `/api/v1/tasks/?templates_id=${templateId}`)).body
      .data as { id: number; status: string }[];
    return newest?.status !== 'working' && newest;
  });
  return (
    (await service.ask('GET', `/api/v1/tasks/${task.id}/hosts`)).body.data as Row[]
  )[0] as Row;
}

async function credential(
  service: Listening,
  username: string,
  password: string,
  type = 'ssh_password',
): Promise<number> {
  return (
    (await service.ask('POST', '/credentials', { name: username + type, type, username, password }))
      .body.data as { id: number }
  ).id;
}

describe('the params of the task type inventory', () => {
  it.each([
    [{ credential_id: 3 }, true],
    [{ imported: true }, true],
    [{}, false],
    [null, false],
    [{ imported: false }, false],
    [{ credential_id: 3, imported: true }, false],
    [{ credential_id: 0 }, false],
    [{ credential_id: 1, more: 1 }, false],
  ])('%j: valid is %s', (params, isValid) => {
    expect(inventoryParams.safeParse(params).success).toBe(isValid);
  });
});

describe('an inventory task for imported reports', () => {
  it('uses each import once per template, in the order of storing, and keeps the status of the host', async () => {
    const service = await listeningService();
    const id = await hostAt(service, '127.0.0.1');
    const importVersion = (version: string) =>
      service.ask('PUT', `/hosts/${id}/inventory`, {
        sections: debianReport([{ name: 'curl', version }]),
      });
    const one = await template(service, [id], { imported: true });
    const two = await template(service, [id], { imported: true });
    expect(await run(service, one)).toMatchObject({
      outcome: 'no_import',
      reason: 'nothing_new',
      detail: expect.stringContaining('for this host.') as string,
    });
    await importVersion('1');
    expect(await run(service, one)).toMatchObject({ outcome: 'done', reason: null });
    expect(await run(service, one)).toMatchObject({ outcome: 'no_import' });
    await importVersion('2');
    await importVersion('2');
    expect(await run(service, one)).toMatchObject({ outcome: 'done' });
    expect(await run(service, one)).toMatchObject({ outcome: 'no_import' });
    expect(await run(service, two)).toMatchObject({ outcome: 'done' });
    expect((await service.ask('GET', `/hosts/${id}`)).body.data).toMatchObject({
      status: 'unknown',
      last_seen: null,
    });
  });
});

describe('an inventory task over SSH', () => {
  const on = async (server: SshServer) => {
    const service = await listeningService({
      loginPorts: { ssh: server.port, winrm: 1, winrmTls: 1 },
    });
    return { service, id: await hostAt(service, '127.0.0.1') };
  };

  it('stores the facts of the host, pins its key and leaves no files', async () => {
    const server = await sshServer();
    const { service, id } = await on(server);
    const params = { credential_id: await credential(service, 'admin', server.password('admin')) };
    const before = readdirSync(server.sandbox.root, { recursive: true });
    const which = await template(service, [id], params);
    expect(await run(service, which)).toMatchObject({ outcome: 'done', reason: null });
    expect(readdirSync(server.sandbox.root, { recursive: true })).toEqual(before);
    const kernel_version = execFileSync('uname', ['-r'], { encoding: 'utf8' }).trim();
    expect((await service.ask('GET', `/hosts/${id}`)).body.data).toMatchObject({
      status: 'online',
      inventory: { kernel_version },
    });
    expect(service.ctx.database.sqlite.prepare('SELECT kind, type FROM host_keys').all()).toEqual([
      { kind: 'ssh', type: 'ssh-ed25519' },
    ]);
    expect(server.log.logins.filter(({ isAccepted }) => isAccepted)).toHaveLength(1);
    await until(() => server.connections() === 0);
    expect(server.log.commands.join('\n')).not.toContain(server.password('admin'));
  });

  it('fails when the key of the host has changed', async () => {
    const server = await sshServer({ hostKeys: [hostKey('ed25519')] });
    const { service, id } = await on(server);
    const params = { credential_id: await credential(service, 'admin', server.password('admin')) };
    service.ctx.database.sqlite
      .prepare(
        "INSERT INTO host_keys VALUES ('127.0.0.1', ?, 'ssh', 'ssh-ed25519', 'SHA256:another', 1, 0)",
      )
      .run(server.port);
    expect(await run(service, await template(service, [id], params))).toMatchObject({
      outcome: 'failed',
      reason: 'host_key_changed',
    });
    expect(server.log.passwords).toBe(0);
  });

  it('reports a failed login, a missing credential, a refused connection and a failed collector', async () => {
    const server = await sshServer({ without: ['od', 'uname', 'date', 'cat'] });
    const { service, id } = await on(server);
    const wrong = await credential(service, 'admin', 'wrong');
    const right = await credential(service, 'root', server.password('root'));
    expect(
      await run(service, await template(service, [id], { credential_id: wrong })),
    ).toMatchObject({ outcome: 'auth_failed', reason: 'auth_failed' });
    const deleted = await credential(service, 'deleted', 'x');
    const without = await template(service, [id], { credential_id: deleted });
    await service.ctx.database.db.deleteFrom('credentials').where('id', '=', deleted).execute();
    expect(await run(service, without)).toMatchObject({
      outcome: 'failed',
      reason: 'no_credential',
    });
    expect(
      await run(service, await template(service, [id], { credential_id: right })),
    ).toMatchObject({ outcome: 'bad_data' });
    await server.close();
    expect(
      await run(service, await template(service, [id], { credential_id: right })),
    ).toMatchObject({ outcome: 'unreachable', reason: 'connection_refused' });
  });

  it('does not connect to an address that is not allowed', async () => {
    const service = await listeningService();
    const id = await hostAt(service, '224.0.0.1');
    expect(
      await run(
        service,
        await template(service, [id], { credential_id: await credential(service, 'a', 'b') }),
      ),
    ).toMatchObject({ outcome: 'not_allowed', reason: 'multicast' });
  });
});

describe('an inventory task over WinRM', () => {
  const MARK = 'hwTestBoundary1';
  const facts = {
    name: 'WIN-1',
    caption: 'Microsoft Windows Server 2022 Standard',
    version: '10.0.20348',
    ubr: 2700,
    display_version: '21H2',
    architecture: '64-bit',
    ram: 8_589_934_592,
    cpu_name: 'AMD EPYC',
    cpu_cores: 4,
    uptime: 100,
    reboot_pending: false,
  };
  const report = `hostwarden-report 1 ${MARK}\n--${MARK} windows\n${JSON.stringify(facts)}\n--${MARK}--\n`;

  async function runOn(server: WinRmServer): Promise<{ service: Listening; row: Row; id: number }> {
    const service = await listeningService({
      loginPorts: {
        ssh: 1,
        winrm: server.tls ? 1 : server.port,
        winrmTls: server.tls ? server.port : 1,
      },
    });
    const id = await hostAt(service, '127.0.0.1');
    const params = {
      credential_id: await credential(service, 'hwadmin', 'Pass-1', 'winrm_password'),
    };
    return { service, id, row: await run(service, await template(service, [id], params)) };
  }

  it.each([true, false])('stores the facts of the host (TLS: %s)', async (tls) => {
    const scripts: string[] = [];
    const server = await winRmServer({
      tls,
      powershell: ({ script }) => {
        scripts.push(script);
        return Promise.resolve({ stdout: report, stderr: '', exitCode: 0 } as never);
      },
    });
    const { service, row, id } = await runOn(server);
    expect(row).toMatchObject({ outcome: 'done', reason: null });
    expect((await service.ask('GET', `/hosts/${id}`)).body.data).toMatchObject({
      inventory: { name: 'WIN-1' },
    });
    expect(scripts[0]).toMatch(/^& \{\n# hostwarden agent[^]*\n\} collect$/);
    expect(
      service.ctx.database.sqlite
        .prepare('SELECT kind, type, fingerprint_sha256 FROM host_keys')
        .all(),
    ).toEqual(tls ? [{ kind: 'winrm', type: 'x509', fingerprint_sha256: server.fingerprint }] : []);
  });
});
