import { describe, expect, it } from 'vitest';
import type { AuditLine } from '../../src/audit/audit.schemas.js';
import { ADMIN, testApp, type TestApp } from '../support/app.js';

const bodyOf = (response: { body: unknown }) => (response.body as { data: never }).data;

async function linesOf(app: TestApp, query = ''): Promise<AuditLine[]> {
  const response = await app.call('GET', `/audit?limit=1000${query}`);
  expect(response.status).toBe(200);
  return bodyOf(response);
}

describe('the audit log', () => {
  it('names templates, groups, credentials and channels by the names that they had then', async () => {
    const app = await testApp();
    await app.call('POST', '/groups', { name: 'lab' });
    await app.call('POST', '/api/v1/templates', {
      name: 'a',
      type: 'pentest',
      hosts: [],
      enabled: false,
    });
    await app.call('PUT', '/api/v1/templates/1', { name: 'nightly' });
    const login = { name: 'root key', type: 'ssh_password', username: 'root', password: 'p' };
    await app.call('POST', '/credentials', login);
    const lines = await linesOf(app);
    expect(lines.map((l) => `${l.resource} ${l.resource_id}: ${l.resource_name}`)).toEqual([
      'credential 1: root key',
      'template 1: nightly',
      'template 1: a',
      'group 1: lab',
    ]);
  });

  it('records who created, changed and deleted a host, with the values before and after', async () => {
    const app = await testApp();
    await app.call('POST', '/hosts', [{ current_ip: '10.0.0.9', hostname: 'printer' }]);
    await app.call('PUT', '/hosts/1', { hostname: 'plotter' });
    await app.call('DELETE', '/hosts/1');
    const lines = await linesOf(app, '&resource=host&resource_id=1');
    expect(lines.map((l) => [l.action, l.status, l.outcome, l.changes?.name])).toEqual([
      ['delete', 204, 'ok', ['plotter', null]],
      ['update', 200, 'ok', ['printer', 'plotter']],
      ['create', 201, 'ok', [null, 'printer']],
    ]);
    // The name that it has now; of a deleted one the last of the line.
    expect(lines.map((l) => l.resource_name)).toEqual(['plotter', 'plotter', 'printer']);
    expect(lines[0]).toMatchObject({
      time: app.clock.now(),
      actor: { token_id: null, name: 'API_TOKEN', role: 'admin', address: '127.0.0.1' },
      count: 1,
      code: null,
    });
    expect(lines[0]?.request_id).toMatch(/^[0-9a-f]{8}-/);
  });

  it('records a refused change once, with its error code, and no reading request', async () => {
    const app = await testApp();
    const viewer = await app.call('POST', '/tokens', { name: 'wall screen', role: 'viewer' });
    const { token } = bodyOf(viewer) as { token: string };
    await app.call('DELETE', '/hosts/7', undefined, { token });
    await app.call('POST', '/groups', { name: 'office' });
    await app.call('POST', '/groups', { name: 'office' });
    await app.call('GET', '/hosts', undefined, { token });
    const lines = await linesOf(app, '&outcome=refused');
    expect(lines.map((l) => [l.actor.name, l.resource, l.resource_id, l.status, l.code])).toEqual([
      ['API_TOKEN', 'group', null, 409, 'name_taken'],
      ['wall screen', 'host', '7', 403, 'forbidden'],
    ]);
    expect(await linesOf(app)).toHaveLength(4);
  });

  it('records 10,000 new hosts as one line, which the id of each of them finds', async () => {
    const app = await testApp();
    const hosts = Array.from({ length: 10_000 }, (_, i) => ({
      current_ip: `10.1.${i >> 8}.${i & 255}`,
    }));
    await app.call('POST', '/hosts', hosts);
    const lines = await linesOf(app, '&resource=host&resource_id=5000');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ count: 10_000, changes: { ids: [null, '1-10000'] } });
    await app.call('DELETE', '/hosts', { ids: [3, 1, 2, 9] });
    expect((await linesOf(app))[0]).toMatchObject({ count: 4, changes: { ids: ['1-3,9', null] } });
  });

  it('refuses a change whose line cannot be written', async () => {
    const app = await testApp();
    app.ctx.database.sqlite.exec(
      "CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT raise(ABORT, 'full'); END",
    );
    expect((await app.call('POST', '/groups', { name: 'office' })).status).toBe(500);
    expect((await app.call('POST', '/tokens', { name: 'x', role: 'viewer' })).status).toBe(500);
    expect(bodyOf(await app.call('GET', '/groups'))).toEqual([]);
    expect(bodyOf(await app.call('GET', '/tokens'))).toHaveLength(1);
  });

  it('writes no line in a transaction that is rolled back', async () => {
    const app = await testApp();
    await app.call('POST', '/groups', { name: 'office', host_ids: [77] });
    const lines = await linesOf(app);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ outcome: 'refused', status: 422, resource_id: null });
  });

  it('is for admins, and has pages', async () => {
    const app = await testApp();
    const created = await app.call('POST', '/tokens', { name: 'x', role: 'operator' });
    const { token } = bodyOf(created) as { token: string };
    expect((await app.call('GET', '/audit', undefined, { token })).status).toBe(403);
    await app.call('POST', '/groups', { name: 'a' });
    const page = await app.call('GET', '/api/v2/audit?limit=1&page=2', undefined, { token: ADMIN });
    expect(page.body).toMatchObject({
      data: [{ resource: 'token' }],
      meta: { limit: 1, page: 2, total: 2 },
    });
  });

  it('selects lines by actor, action and time', async () => {
    const app = await testApp();
    await app.call('POST', '/groups', { name: 'a' });
    app.clock.advance(100);
    await app.call('DELETE', '/groups/1');
    const start = app.clock.now() - 100;
    expect(await linesOf(app, '&action=delete')).toHaveLength(1);
    expect(await linesOf(app, `&until=${start}`)).toHaveLength(1);
    expect(await linesOf(app, `&since=${start + 1}`)).toHaveLength(1);
    expect(await linesOf(app, '&actor=unknown')).toHaveLength(0);
  });

  it('records of a secret only that it changed, and the pinned keys of a host', async () => {
    const app = await testApp();
    const login = { type: 'ssh_password', username: 'root', password: 'old-password' };
    await app.call('POST', '/credentials', { name: 'lab', ...login });
    const scope = { networks: ['10.0.0.0/8'], group_ids: [] };
    expect((await app.call('PUT', '/credentials/1', { scope })).status).toBe(200);
    const [update, create] = await linesOf(app, '&resource=credential');
    expect(create?.changes).toMatchObject({ name: [null, 'lab'], secret: [null, '(hidden)'] });
    expect(create?.changes).not.toHaveProperty('sudo_secret'); // without one
    expect(update?.changes).toEqual({ scope_networks: [null, ['10.0.0.0/8']] });
    await app.call('POST', '/hosts', [{ current_ip: '10.0.0.9' }]);
    const fingerprint_sha256 = `SHA256:${'A'.repeat(43)}`;
    const key = { type: 'ssh-ed25519', fingerprint_sha256 };
    expect((await app.call('PUT', '/hosts/1/ssh-host-key', key)).status).toBe(200);
    const [pinned] = await linesOf(app, '&resource=ssh_host_key');
    expect(pinned).toMatchObject({
      resource_id: '1',
      changes: { keys: [[], [{ fingerprint_sha256, confirmed: 1 }]] },
    });
  });

  it('deletes lines after AUDIT_RETENTION_DAYS', async () => {
    const app = await testApp({ env: { AUDIT_RETENTION_DAYS: '7' } });
    await app.call('POST', '/groups', { name: 'a' });
    app.clock.advance(10);
    await app.call('POST', '/groups', { name: 'b' });
    app.clock.advance(7 * 86_400 - 9);
    await app.ctx.audit.deleteOld(() => false);
    expect(await linesOf(app)).toMatchObject([{ changes: { name: [null, 'b'] } }]);
  });
});
