import { describe, expect, it } from 'vitest';
import { auditedRoute } from '../../src/audit/audited-routes.js';
import { ADMIN, testApp, type TestApp } from '../support/app.js';
import { readOpenApi } from '../support/openapi.js';

const MARKER = 'audit-marker-secret';
const PASSWORD = `${MARKER}-password`;

function countLines(app: TestApp): number {
  return app.ctx.database.sqlite.prepare('SELECT count(*) FROM audit').pluck().get() as number;
}

/** Calls that succeed or fail after validation; other routes are called without a body. */
const BODIES: Record<string, unknown> = {
  'POST /hosts': [{ current_ip: '127.0.0.1' }],
  'POST /api/v1/hosts/': [{ ip: '127.0.0.2' }],
  'PUT /hosts/{id}': { hostname: 'a' },
  'DELETE /hosts': { ids: [5] },
  'POST /groups': { name: 'a', host_ids: [1] },
  'PUT /groups/{id}': { description: 'b' },
  'POST /credentials': { name: 'c', type: 'ssh_password', username: 'u', password: PASSWORD },
  'PUT /credentials/{id}': { username: 'v', password: PASSWORD },
  'POST /hosts/{id}/agent': {
    action: 'install',
    os_family: 'linux',
    credential_id: 1,
    password: PASSWORD,
  },
  'PUT /hosts/{id}/inventory': { sections: { hostname: 'h' } },
  'POST /session': { token: ADMIN },
  'POST /tokens': { name: 't', role: 'viewer' },
  'POST /vex': { password: PASSWORD },
};

async function changingRoutes(app: TestApp): Promise<[method: string, path: string][]> {
  const { paths } = (await readOpenApi(app)) as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .map((method): [string, string] => [method.toUpperCase(), path])
      .filter(([method]) => auditedRoute(method, path.replace(/\{(\w+)\}/g, ':$1')) !== null),
  );
}

const withIds = (path: string): string => path.replace('{name}', 'kev').replace(/\{\w+\}/g, '1');

describe('routes that change data', () => {
  it('leave exactly one line each, and no line has a secret', async () => {
    const app = await testApp();
    const routes = await changingRoutes(app);
    expect(routes.length).toBeGreaterThan(60);
    const order = ['POST', 'PUT', 'PATCH', 'DELETE'];
    routes.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
    const secrets = [ADMIN, MARKER];
    const wrong: unknown[] = [];
    for (const [method, path] of routes) {
      const before = countLines(app);
      const body = BODIES[`${method} ${path.replace('/api/v2', '')}`];
      const response = await app.call(method, withIds(path), body);
      const { token, ticket, code, header } = ((response.body as { data?: object } | undefined)
        ?.data ?? {}) as Record<string, string | undefined>;
      secrets.push(...[token, ticket, code, header].filter((text) => text !== undefined));
      const lines = countLines(app) - before;
      if (lines !== 1) wrong.push({ method, path, status: response.status, lines });
    }
    expect(wrong).toEqual([]);
    expect(secrets.length).toBeGreaterThan(4);
    const text = JSON.stringify(app.ctx.database.sqlite.prepare('SELECT * FROM audit').all());
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('keep secrets out of lines of malformed requests', async () => {
    const app = await testApp();
    await app.call('DELETE', `/tokens/${MARKER}`);
    await app.call('POST', '/credentials', `{"name":"x","password": ${MARKER}`);
    await app.call('DELETE', '/groups', { ids: [MARKER] });
    const rows = app.ctx.database.sqlite.prepare('SELECT * FROM audit').all();
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain(MARKER);
  });

  it('cannot be registered before they are listed', () => {
    expect(() => auditedRoute('POST', '/api/v2/unknown')).toThrow(/POST \/unknown is not in/);
    expect(auditedRoute('GET', '/unknown')).toBeNull();
  });
});
