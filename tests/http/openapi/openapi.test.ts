import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeEach, describe, expect, it } from 'vitest';
import { ERRORS } from '../../../src/errors.js';
import { toYaml } from '../../../src/http/openapi/yaml.js';
import { testApp } from '../../support/app.js';
import {
  listOperations,
  readOpenApi,
  schemaChecker,
  type Json,
  type OpenApi,
  type Operation,
} from '../../support/openapi.js';

let document: OpenApi;
let registered: string[];
beforeEach(async () => {
  if (registered) return; // the same for every test
  const app = await testApp();
  document = await readOpenApi(app);
  registered = parseRoutes(app.app.printRoutes({ commonPrefix: false }));
});

// Parses Fastify's list of routes: `    └── /hosts/:id (GET, HEAD)`, each level indented by four.
function parseRoutes(tree: string): string[] {
  const ancestors: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const found = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (!found) return [];
    const [, indent = '', text = '', methods = ''] = found;
    ancestors.splice(indent.length / 4, ancestors.length, text);
    return methods
      .split(', ')
      .filter(Boolean)
      .map((m) => `${m} ${ancestors.join('')}`);
  });
}

const statuses = (operation: Operation): number[] => Object.keys(operation.responses).map(Number);
const each = (): [string, Operation][] =>
  listOperations(document).map(({ method, path, operation }) => [`${method} ${path}`, operation]);

describe('OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1/);
  });

  it('contains every route except those for methods that are not allowed', () => {
    const described = new Set(
      each().map(([name]) => name.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')),
    );
    const withoutDescription = registered
      .map((r) => r.replace(/\/$/, ''))
      .filter((r) => /^(GET|POST|PUT|PATCH|DELETE) /.test(r) && !/ (\/api\/v2)?\/docs/.test(r))
      .filter((r) => !/^GET (\/ui\*?)?$/.test(r)) // pages of the console
      .filter((r) => !described.has(r));
    const notAllowed = new Set(routesNotAllowed());
    expect(withoutDescription.filter((r) => !notAllowed.has(r))).toEqual([]);
    expect(registered.length).toBeGreaterThan(described.size);
  });

  // Routes for 405 are registered for exactly the methods that an endpoint does not support.
  function routesNotAllowed(): string[] {
    const byPath = new Map<string, string[]>();
    for (const { method, path } of listOperations(document))
      byPath.set(path.replace(/\/$/, ''), [...(byPath.get(path.replace(/\/$/, '')) ?? []), method]);
    return [...byPath].flatMap(([path, methods]) =>
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
        .filter((m) => !methods.includes(m))
        .map((m) => `${m} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
  }

  it('contains every endpoint of the contract', () => {
    const names = each().map(([name]) => name.replace(/\/$/, ''));
    const v2 = [
      'GET /hosts',
      'POST /hosts',
      'DELETE /hosts',
      'GET /hosts/{id}',
      'PUT /hosts/{id}',
      'DELETE /hosts/{id}',
      'GET /hosts/{id}/services',
      'GET /hosts/{id}/inventory/packages',
      'GET /hosts/{id}/inventory/changes',
      'PUT /hosts/{id}/inventory',
      'GET /groups',
      'POST /groups',
      'GET /groups/{id}',
      'PUT /groups/{id}',
      'DELETE /groups/{id}',
      'PUT /groups/{id}/hosts/{host_id}',
      'DELETE /groups/{id}/hosts/{host_id}',
      'GET /credentials',
      'POST /credentials',
      'DELETE /credentials/{id}',
      'GET /tokens',
      'POST /tokens',
      'DELETE /tokens/{id}',
      'GET /tokens/current',
      'GET /healthz',
      'GET /readyz',
      'GET /openapi.json',
    ];
    const v1 = [
      'POST /templates',
      'GET /template',
      'GET /templates',
      'GET /templates/{id}',
      'POST /templates/{id}',
      'PUT /templates/{id}',
      'PATCH /templates',
      'DELETE /templates/{id}',
      'DELETE /templates',
      'GET /templates/{id}/schedule/preview',
      'GET /templates/{id}/schedule/history',
      'GET /tasks',
      'GET /tasks/{id}',
      'GET /tasks/{id}/hosts',
      'GET /tasks/{id}/results',
      'POST /tasks/{id}/stop',
      'DELETE /tasks/{id}',
      'GET /hosts',
      'POST /hosts',
      'DELETE /hosts',
      'GET /hosts/{id}',
      'PUT /hosts/{id}',
      'DELETE /hosts/{id}',
    ];
    const expected = [
      ...v2,
      ...v2.map((n) => n.replace(' ', ' /api/v2')),
      ...v1.map((n) => n.replace(' ', ' /api/v1')),
    ];
    expect(expected.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('lists every status that an operation can respond with', () => {
    for (const [name, operation] of each()) {
      const isPublic = operation.security?.length === 0;
      const role = operation['x-role'];
      const expected = [
        400,
        413,
        415,
        500,
        503,
        ...(isPublic ? [] : [401, 429]),
        ...(role === 'operator' || role === 'admin' ? [403] : []),
        ...(/\{/.test(name) ? [404] : []),
        ...(/^(GET) /.test(name) ? [] : [507]),
      ];
      expect(statuses(operation), name).toEqual(expect.arrayContaining(expected));
      expect(
        statuses(operation).some((s) => s < 300),
        name,
      ).toBe(true);
      expect(isPublic || role, `${name} declares a role`).toBeTruthy();
    }
  });

  it('has a unique id and a summary for each operation', () => {
    const ids = each().map(([, o]) => o.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(each().filter(([, o]) => !(o as { summary?: string }).summary)).toEqual([]);
  });

  it('has a valid example for each resource and each error', () => {
    const check = schemaChecker(document);
    const faults = examplesOf(document)
      .map(([where, schema, value]) => [where, check(schema, value)])
      .filter(([, fault]) => fault !== '');
    expect(faults).toEqual([]);
    const withoutExample = Object.entries(document.components.schemas)
      .filter(([name, s]) => !s.examples && !['Problem', 'Tls'].includes(name))
      .map(([name]) => name);
    expect(withoutExample).toEqual([]);
  });

  it('has an example of every JSON body except those of agents', () => {
    const hasExample = (schema: Json): boolean => {
      const named =
        document.components.schemas[String(schema.$ref).split('/').at(-1) ?? ''] ?? schema;
      return (
        named.examples !== undefined ||
        (named.items !== undefined && hasExample(named.items as Json))
      );
    };
    const without = each()
      .filter(
        ([name, o]) =>
          !name.includes('/agent/v1') &&
          Object.entries(o.requestBody?.content ?? {}).some(
            ([type, c]) => type === 'application/json' && !hasExample(c.schema),
          ),
      )
      .map(([name]) => name);
    expect(without).toEqual([]);
  });

  it('has an example of a problem for every error code', () => {
    const shown = new Set(
      each().flatMap(([, o]) =>
        Object.values(o.responses).flatMap((r) =>
          Object.keys(r.content?.['application/problem+json']?.examples ?? {}),
        ),
      ),
    );
    const ofNoOperation = ['malformed_http', 'route_not_found', 'method_not_allowed'];
    expect(Object.keys(ERRORS).filter((c) => !shown.has(c))).toEqual(
      expect.arrayContaining(ofNoOperation),
    );
    expect(Object.keys(ERRORS).filter((c) => !shown.has(c) && !ofNoOperation.includes(c))).toEqual(
      [],
    );
  });

  it('is the document of the page at /docs, which loads nothing from elsewhere', async () => {
    const { call } = await testApp();
    expect((await call('GET', '/docs/json', undefined, { token: null })).body).toEqual(document);
    expect((await call('GET', '/docs', undefined, { token: null })).text).not.toMatch(
      /(src|href)="https?:/,
    );
  });

  it('is written once as YAML, which a client that has it is not sent again', async () => {
    const { app, call } = await testApp();
    const { text } = await call('GET', '/docs/yaml', undefined, { token: null });
    expect(text).toBe(toYaml(document));
    const { headers } = await app.inject({ url: '/docs/yaml' });
    expect(headers['content-type']).toBe('application/x-yaml; charset=utf-8');
    const again = await app.inject({
      url: '/docs/yaml',
      headers: { 'if-none-match': headers.etag ?? '' },
    });
    expect(again.statusCode).toBe(304);
  });

  it('describes bodies only of operations that have one', () => {
    const bodies = each()
      .filter(([, o]) => o.requestBody)
      .map(([name]) => name);
    expect(bodies.filter((n) => n.startsWith('GET '))).toEqual([
      'GET /api/v1/templates/',
      'GET /api/v1/template/',
    ]);
    expect(bodies.filter((n) => /\/stop|hosts\/\{host_id\}$|^DELETE .*\}$/.test(n))).toEqual([]);
  });
});

function examplesOf(doc: OpenApi): [string, Json, unknown][] {
  const own = Object.entries(doc.components.schemas).flatMap(([name, s]) =>
    ((s.examples ?? []) as unknown[]).map((e): [string, Json, unknown] => [name, s, e]),
  );
  const problems = listOperations(doc).flatMap(({ path, operation }) =>
    Object.values(operation.responses).flatMap((r) => {
      const content = r.content?.['application/problem+json'];
      return Object.values(content?.examples ?? {}).map((e): [string, Json, unknown] => [
        path,
        content?.schema ?? {},
        e.value,
      ]);
    }),
  );
  return [...own, ...problems];
}
