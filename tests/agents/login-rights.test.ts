import { describe, expect, it } from 'vitest';
import { ADMIN } from '../support/app.js';
import { listeningService, until, type Listening } from '../support/agents.js';
import { evilSshd, type EvilSshd } from '../support/evil-sshd.js';
import { sshServer } from '../support/ssh-server.js';

const PASSWORD = 'the password of all hosts';

interface Response {
  status: number;
  body: { data: never; code?: string; detail?: string };
}
type Ask = (method: string, path: string, body?: unknown) => Promise<Response>;

interface World {
  service: Listening;
  admin: Ask;
  operator: Ask;
  credential: number;
  server: EvilSshd;
}

interface WorldOptions {
  credential?: object;
  /** the port of SSH, if it is another server */
  port?: number;
  methods?: readonly ['keyboard-interactive'];
}

const idOf = (answer: Response): number => (answer.body.data as { id: number }).id;

/** A service whose SSH port is that of an evil server on 127.0.0.1, with a credential of an administrator. */
async function world({ credential = {}, port, methods }: WorldOptions = {}): Promise<World> {
  const server = await evilSshd({ ...(methods && { methods }) });
  const service = await listeningService({
    loginPorts: { ssh: port ?? server.port, winrm: 1, winrmTls: 1 },
  });
  const by =
    (token: string): Ask =>
    async (method, path, body) => {
      const answer = await service.app.inject({
        method: method as 'GET',
        url: path,
        headers: { authorization: `Bearer ${token}` },
        ...(body !== undefined && { payload: body as object }),
      });
      return {
        status: answer.statusCode,
        body: answer.body === '' ? ({} as never) : answer.json(),
      };
    };
  const admin = by(ADMIN);
  const token = await admin('POST', '/tokens', { name: 'o', role: 'operator' });
  const created = await admin('POST', '/credentials', {
    name: 'root',
    type: 'ssh_password',
    username: 'root',
    password: PASSWORD,
    ...credential,
  });
  return {
    service,
    admin,
    operator: by((token.body.data as { token: string }).token),
    credential: idOf(created),
    server,
  };
}

const addHost = async (ask: Ask, ip: string): Promise<number> =>
  ((await ask('POST', '/hosts', [{ current_ip: ip }])).body.data as { created: { id: number }[] })
    .created[0]?.id ?? 0;

/** Starts a dry run; returns the code of its refusal or failure. */
async function dryRun({ service, credential }: World, ask: Ask, host: number): Promise<string> {
  const body = { action: 'install', os_family: 'linux', credential_id: credential, dry_run: true };
  const started = await ask('POST', `/hosts/${host}/agent`, body);
  if (started.status !== 202) return started.body.code ?? '';
  await service.ctx.agentOperations.idle();
  const path = `/hosts/${host}/agent/operations/${idOf(started)}`;
  const { error } = (await ask('GET', path)).body.data as { error: { code: string } | null };
  return error?.code ?? 'completed';
}

const inventory = (credential: number, targets: object): object => ({
  name: 'facts',
  type: 'inventory',
  params: { credential_id: credential },
  hosts: [],
  groups: [],
  enabled: false,
  ...targets,
});

/** Waits for the newest task of a template; returns the reason of each host. */
async function reasons(ask: Ask, template: number): Promise<(string | null)[]> {
  const task = await until(async () => {
    const { data } = (await ask('GET', `/api/v1/tasks/?templates_id=${template}`)).body;
    const [newest] = data as { id: number; status: string }[];
    return newest?.status !== 'working' && newest;
  });
  const { data } = (await ask('GET', `/api/v1/tasks/${task.id}/hosts`)).body;
  return (data as { reason: string | null }[]).map(({ reason }) => reason);
}

async function run(ask: Ask, template: number): Promise<(string | null)[]> {
  expect((await ask('POST', `/api/v1/templates/${template}`)).status).toBe(201);
  return reasons(ask, template);
}

describe('an operator who runs a server', () => {
  it('gets no password by an agent operation, and learns what an admin can do', async () => {
    const w = await world();
    const host = await addHost(w.operator, '127.0.0.1');
    const answer = await w.operator('POST', `/hosts/${host}/agent`, {
      action: 'install',
      os_family: 'linux',
      credential_id: w.credential,
      dry_run: true,
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'credential_not_allowed' } });
    expect(answer.body.detail).toBe(
      'An operator may not use credential 1 on 127.0.0.1: no admin has logged in to this machine with it, ' +
        'and the credential has no scope. ' +
        'An admin can log in with it once, or set its scope (PUT /credentials/1).',
    );
    expect(w.server).toMatchObject({ stolen: [], asked: [] });
  });

  it('gets no password by an operation that was queued before, since it is checked when it logs in', async () => {
    const w = await world();
    const host_id = await addHost(w.operator, '127.0.0.1');
    const queued = await w.service.ctx.agentOperations.enqueue({
      host_id,
      action: 'uninstall',
      os_family: 'linux',
      credential_id: w.credential,
      dry_run: false,
      login_role: 'operator',
    });
    await w.service.ctx.agentOperations.idle();
    const path = `/hosts/${host_id}/agent/operations/${queued.id}`;
    expect((await w.operator('GET', path)).body.data).toMatchObject({
      status: 'failed',
      error: { code: 'credential_not_allowed' },
    });
    expect(w.server).toMatchObject({ stolen: [], asked: [] });
  });

  it('gets no password by an inventory task', async () => {
    const w = await world();
    const host = await addHost(w.operator, '127.0.0.1');
    const body = inventory(w.credential, { hosts: [host] });
    const template = idOf(await w.operator('POST', '/api/v1/templates/', body));
    expect(await run(w.operator, template)).toEqual(['credential_not_allowed']);
    expect(w.server).toMatchObject({ stolen: [], asked: [] });
  });

  it('gets no password from an admin who starts the template that the operator wrote', async () => {
    const w = await world();
    const host = await addHost(w.operator, '127.0.0.1');
    const body = inventory(w.credential, { hosts: [host] });
    const template = idOf(await w.operator('POST', '/api/v1/templates/', body));
    expect(await run(w.admin, template)).toEqual(['credential_not_allowed']);
    expect(w.server.stolen).toEqual([]);
  });

  it('gets no password from the template of an admin when the operator changes its hosts', async () => {
    const w = await world();
    const good = await addHost(w.admin, '127.0.0.9');
    const evil = await addHost(w.operator, '127.0.0.1');
    const body = inventory(w.credential, { hosts: [good] });
    const path = `/api/v1/templates/${idOf(await w.admin('POST', '/api/v1/templates/', body))}`;
    expect((await w.operator('PUT', path, { hosts: [evil] })).status).toBe(200);
    expect(await run(w.admin, 1)).toEqual(['credential_not_allowed']);
    expect((await w.admin('PUT', path, { params: { credential_id: w.credential } })).status).toBe(
      200,
    );
    expect(await run(w.admin, 1)).toEqual(['credential_not_allowed']);
    expect(w.server.stolen).toEqual([]);
    const { data } = (await w.admin('GET', path)).body;
    expect((await w.admin('PUT', path, data)).status).toBe(200); // the admin vouches for all of it
    expect(await run(w.admin, 1)).toEqual(['auth_failed']);
  });

  it.each([
    [
      'adds their host to its group',
      (w: World, group: number, host: number) =>
        w.operator('PUT', `/groups/${group}/hosts/${host}`),
    ],
    [
      'replaces the hosts of its group',
      (w: World, group: number, host: number) =>
        w.operator('PUT', `/groups/${group}`, { host_ids: [host] }),
    ],
    [
      'replaces the groups of their host',
      (w: World, group: number, host: number) =>
        w.operator('PUT', `/hosts/${host}`, { group_ids: [group] }),
    ],
  ] as const)(
    'gets no password from the scheduled template of an admin when the operator %s',
    async (_how, change) => {
      const w = await world();
      const evil = await addHost(w.operator, '127.0.0.1');
      const group = idOf(await w.admin('POST', '/groups', { name: 'all' }));
      const schedule = { type: 1, recurrence: 1 };
      const body = inventory(w.credential, { groups: [group], schedule });
      const template = idOf(await w.admin('POST', '/api/v1/templates/', body));
      expect((await change(w, group, evil)).status).toBe(200);
      w.service.clock.advance(61);
      expect(await reasons(w.operator, template)).toEqual(['credential_not_allowed']);
      expect(w.server.stolen).toEqual([]);
    },
  );

  it('gets no password from the template of an admin when the operator changes the address of its host', async () => {
    const w = await world();
    const host = await addHost(w.admin, '127.0.0.9');
    const body = inventory(w.credential, { hosts: [host] });
    const template = idOf(await w.admin('POST', '/api/v1/templates/', body));
    expect((await w.operator('PUT', `/hosts/${host}`, { current_ip: '127.0.0.1' })).status).toBe(
      200,
    );
    expect(await run(w.admin, template)).toEqual(['credential_not_allowed']);
    expect(w.server.stolen).toEqual([]);
  });
});

describe('a host whose key an admin has given', () => {
  const pinned = async (w: World, ip: string): Promise<number> => {
    const host = await addHost(w.admin, ip);
    const answer = await w.admin('PUT', `/hosts/${host}/ssh-host-key`, w.server.key);
    expect(answer.body.data).toMatchObject({ confirmed: true });
    return host;
  };

  it('gets no password of an operator: a key says which machine it is, not which credential it may have', async () => {
    const w = await world();
    expect(await dryRun(w, w.operator, await pinned(w, '127.0.0.1'))).toBe(
      'credential_not_allowed',
    );
    expect(w.server).toMatchObject({ stolen: [], asked: [] });
  });

  it('is recognized after it was deleted and created again, by operators and admins', async () => {
    const w = await world({ credential: { scope: { networks: ['127.0.0.1'] } } });
    const host = await addHost(w.admin, '127.0.0.1');
    const other = { ...w.server.key, fingerprint_sha256: `SHA256:${'A'.repeat(43)}` };
    await w.admin('PUT', `/hosts/${host}/ssh-host-key`, other);
    await w.operator('DELETE', `/hosts/${host}`);
    const again = await addHost(w.operator, '127.0.0.1');
    expect(again).not.toBe(host);
    expect(await dryRun(w, w.operator, again)).toBe('host_key_changed');
    expect(await dryRun(w, w.admin, again)).toBe('host_key_changed');
    expect(w.server).toMatchObject({ stolen: [], asked: [] });
    expect((await w.operator('DELETE', `/hosts/${again}/ssh-host-key`)).status).toBe(403);
  });

  it('gives its confirmation to no other address and no other protocol', async () => {
    const w = await world();
    const host = await pinned(w, '127.0.0.9');
    await w.operator('PUT', `/hosts/${host}`, { current_ip: '127.0.0.1' });
    expect(await dryRun(w, w.operator, host)).toBe('credential_not_allowed');
    expect(w.server.asked).toEqual([]);
  });

  it('gets neither a password nor an answer to its prompts if it presents another key', async () => {
    const w = await world({ methods: ['keyboard-interactive'] });
    const host = await addHost(w.admin, '127.0.0.1');
    const other = { ...w.server.key, fingerprint_sha256: `SHA256:${'A'.repeat(43)}` };
    await w.admin('PUT', `/hosts/${host}/ssh-host-key`, other);
    expect(await dryRun(w, w.admin, host)).toBe('host_key_changed');
    expect(w.server).toMatchObject({ stolen: [], asked: [] });
    await w.admin('PUT', `/hosts/${host}/ssh-host-key`, w.server.key);
    expect(await dryRun(w, w.admin, host)).toBe('auth_failed');
    expect(w.server.stolen).toEqual([{ method: 'keyboard-interactive', text: PASSWORD }]);
  });
});

describe('a login of an admin', () => {
  const login = async () => {
    const server = await sshServer();
    const right = { username: 'admin', password: server.password('admin') };
    const w = await world({ credential: right, port: server.port });
    const host = await addHost(w.operator, '127.0.0.1');
    const add = async (ask: Ask, credential: number, name: string): Promise<number> =>
      idOf(await ask('POST', '/api/v1/templates/', inventory(credential, { name, hosts: [host] })));
    const other = { ...right, name: 'other', type: 'ssh_password' };
    const confirmed = async (): Promise<boolean | undefined> => {
      const { data } = (await w.admin('GET', `/hosts/${host}/agent`)).body;
      return (data as { ssh_host_key: { confirmed: boolean } | null }).ssh_host_key?.confirmed;
    };
    return {
      ...w,
      host,
      confirmed,
      mine: await add(w.admin, w.credential, 'mine'),
      theirs: await add(w.operator, w.credential, 'theirs'),
      addTemplate: add,
      otherCredential: idOf(await w.admin('POST', '/credentials', other)),
      setScope: (scope: object | null) => w.admin('PUT', `/credentials/${w.credential}`, { scope }),
    };
  };

  it('lets operators use its credential on the host, also if an operator has met the key before', async () => {
    const w = await login();
    await w.setScope({ networks: ['127.0.0.1'] });
    expect(await run(w.operator, w.theirs)).toEqual([null]);
    await w.setScope(null);
    expect(await w.confirmed()).toBe(false);
    expect(await run(w.operator, w.theirs)).toEqual(['credential_not_allowed']);
    expect(await run(w.operator, w.mine)).toEqual(['credential_not_allowed']);
    expect(await run(w.admin, w.mine)).toEqual([null]);
    expect(await w.confirmed()).toBe(true);
    expect(await run(w.operator, w.theirs)).toEqual([null]);
  });

  it('lets operators use no other credential on the host', async () => {
    const w = await login();
    expect(await run(w.admin, w.mine)).toEqual([null]);
    const template = await w.addTemplate(w.operator, w.otherCredential, 'another');
    expect(await run(w.operator, template)).toEqual(['credential_not_allowed']);
    await w.admin('PUT', `/credentials/${w.otherCredential}`, {
      scope: { networks: ['10.0.0.0/8'] },
    });
    expect(await run(w.operator, template)).toEqual(['credential_not_allowed']);
  });

  it('lets operators do nothing after the key was forgotten or replaced', async () => {
    const w = await login();
    const path = `/hosts/${w.host}/ssh-host-key`;
    expect(await run(w.admin, w.mine)).toEqual([null]);
    const { data } = (await w.admin('GET', `/hosts/${w.host}/agent`)).body;
    const { ssh_host_key: key } = data as { ssh_host_key: object };
    expect((await w.admin('DELETE', path)).status).toBe(204);
    expect(await run(w.operator, w.theirs)).toEqual(['credential_not_allowed']);
    expect((await w.admin('PUT', path, key)).status).toBe(200);
    expect(await run(w.operator, w.theirs)).toEqual(['credential_not_allowed']);
  });

  it('counts no longer when the credential has a scope that leaves out the host', async () => {
    const w = await login();
    expect(await run(w.admin, w.mine)).toEqual([null]);
    await w.setScope({ networks: ['10.0.0.0/8'] });
    expect(await run(w.operator, w.theirs)).toEqual(['credential_not_allowed']);
  });
});

describe('the scope of a credential', () => {
  it('lets operators use it in its networks only', async () => {
    const w = await world({ credential: { scope: { networks: ['127.0.0.0/30', '10.0.0.1'] } } });
    const outside = await addHost(w.operator, '127.0.0.9');
    expect(await dryRun(w, w.operator, outside)).toBe('credential_not_allowed');
    const inside = await addHost(w.operator, '127.0.0.1');
    expect(await dryRun(w, w.operator, inside)).toBe('auth_failed');
    expect(w.server.stolen).toHaveLength(1);
  });

  it('binds admins: an operation, a test, a task and a batch leave out a host outside it', async () => {
    const w = await world({ credential: { scope: { networks: ['10.0.0.0/8', '127.0.0.2'] } } });
    const outside = await addHost(w.operator, '127.0.0.1');
    const inside = await addHost(w.operator, '127.0.0.2');
    expect(await dryRun(w, w.admin, outside)).toBe('credential_not_allowed');
    expect(
      await w.admin('POST', `/credentials/${w.credential}/test`, { host_id: outside }),
    ).toMatchObject({
      status: 403,
      body: {
        code: 'credential_not_allowed',
        detail:
          'Credential 1 may not be used on 127.0.0.1: the address is not in its scope. ' +
          'An admin can change the scope (PUT /credentials/1).',
      },
    });
    const body = inventory(w.credential, { hosts: [outside] });
    const template = idOf(await w.admin('POST', '/api/v1/templates/', body));
    expect(await run(w.admin, template)).toEqual(['credential_not_allowed']);
    const batch = await w.admin('POST', '/agent-operations', {
      action: 'install',
      host_ids: [outside, inside],
      credential_id: w.credential,
      dry_run: true,
    });
    await w.service.ctx.agentOperations.idle();
    expect(batch.body.data).toMatchObject({
      operations: [{ host_id: inside }],
      refusals: [{ host_id: outside, code: 'credential_not_allowed' }],
    });
    expect(w.server).toMatchObject({ stolen: [], asked: [] });
  });

  it('is set and removed by admins only, and is shown with the credential', async () => {
    const w = await world();
    const path = `/credentials/${w.credential}`;
    const scope = { networks: ['127.0.0.1'], group_ids: [] };
    expect((await w.operator('PUT', path, { scope })).status).toBe(403);
    expect((await w.admin('PUT', path, { scope })).body.data).toMatchObject({ scope });
    expect((await w.operator('GET', '/credentials')).body.data).toMatchObject([{ scope }]);
    expect((await w.admin('PUT', path, { scope: null })).body.data).toMatchObject({ scope: null });
    expect((await w.admin('PUT', '/credentials/99', { scope })).status).toBe(404);
    for (const [wrong, status] of [
      [{ networks: ['10.0.0.1/8'] }, 400],
      [{ networks: ['db.example'] }, 400],
      [{ group_ids: [99] }, 422],
      [{ hosts: [1] }, 400],
    ] as const)
      expect((await w.admin('PUT', path, { scope: wrong })).status).toBe(status);
  });

  it('with a group lets operators use it on its hosts, which only admins choose', async () => {
    const w = await world();
    const evil = await addHost(w.operator, '127.0.0.1');
    const member = await addHost(w.admin, '127.0.0.9');
    const group = idOf(await w.admin('POST', '/groups', { name: 'g', host_ids: [member] }));
    const scope = { group_ids: [group] };
    await w.admin('PUT', `/credentials/${w.credential}`, { scope });
    for (const [path, body] of [
      [`/groups/${group}/hosts/${evil}`, undefined],
      [`/groups/${group}`, { host_ids: [member, evil] }],
      [`/hosts/${evil}`, { group_ids: [group] }],
      [`/hosts/${member}`, { current_ip: '127.0.0.2' }],
    ] as const)
      expect(await w.operator('PUT', path, body)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
    expect(await dryRun(w, w.operator, evil)).toBe('credential_not_allowed');
    expect((await w.operator('PUT', `/groups/${group}`, { name: 'h', host_ids: [] })).status).toBe(
      200,
    );
    expect((await w.admin('PUT', `/groups/${group}/hosts/${evil}`)).status).toBe(200);
    expect(await dryRun(w, w.operator, evil)).toBe('auth_failed');
    await w.operator('DELETE', `/groups/${group}`);
    expect((await w.admin('GET', '/credentials')).body.data).toMatchObject([
      { scope: { group_ids: [], networks: [] } },
    ]);
  });
});
