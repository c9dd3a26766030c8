import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ADMIN, testApp, type TestApp } from '../support/app.js';
import {
  findResponseFault,
  listOperations,
  readOpenApi,
  schemaChecker,
  type OpenApi,
  type Operation,
} from '../support/openapi.js';
import { createFixtureLoader } from '../support/result-fixtures.js';
import { arbitraryFor, mutate, UNUSUAL_VALUES } from '../support/schema-arbitrary.js';

// `npm test` sends a few requests from a fixed seed; FUZZ_RUNS=500 sends that many random ones per operation.
const RUNS = Number(process.env.FUZZ_RUNS ?? 0);
const SETTINGS = RUNS > 0 ? { numRuns: RUNS } : { numRuns: 15, seed: 20_261_121 };
const LEFT_OUT = RUNS > 0 ? /openapi\.json$/ : /openapi\.json$|^\/api\/v2/; // the same routes

interface Call {
  method: string;
  url: string;
  body: string | Buffer | undefined;
  type: string;
  token: string | null;
}

const UNUSUAL_BODIES = [
  '',
  ' ',
  '{',
  '[]',
  '{}',
  'null',
  '"x"',
  '1e999',
  '{"a":1,"a":2}',
  '\ufeff{}',
  '{"__proto__":{"a":1}}',
  '{"constructor":1}',
  '['.repeat(50_000),
  `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{"name":"a\\u0000"}'),
  Buffer.from('\ud83d', 'utf16le'),
  Buffer.alloc(70_000, 0x20),
];
const UNUSUAL_IDS = [
  '0',
  '-1',
  '00001',
  '1.5',
  '1e3',
  'abc',
  '9'.repeat(19),
  '9'.repeat(40),
  '9'.repeat(600),
  '%00',
  '%ff',
  '%F0%9F%98%80',
  '1%2F2',
  '%20',
  ':id',
  '1;2',
  '%',
];
const UNUSUAL_TYPES = [
  'text/plain',
  'application/json; charset=latin1',
  'application/JSON',
  'application/xml',
  'multipart/form-data; boundary=x',
  'nonsense',
  'application/json, text/plain',
  'application/json;',
];

const mostly = <T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: unusual });
const text = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function arbitraryBody(
  document: OpenApi,
  operation: Operation,
): fc.Arbitrary<string | Buffer | undefined> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const unusual = fc.oneof(
    fc.constantFrom(...UNUSUAL_BODIES),
    fc.constantFrom(...UNUSUAL_VALUES).map((v) => JSON.stringify(v)),
    fc.json({ maxDepth: 3 }),
  );
  if (!schema) return mostly<string | Buffer | undefined>(fc.constant(undefined), unusual);
  const valid = arbitraryFor(document, schema);
  return fc.oneof<fc.Arbitrary<string | Buffer | undefined>[]>(
    valid.map((v) => JSON.stringify(v)),
    valid.chain(mutate).map((v) => JSON.stringify(v)),
    mostly<string | Buffer | undefined>(
      valid.map((v) => JSON.stringify(v)),
      unusual,
    ),
  );
}

function arbitraryUrl(document: OpenApi, path: string, operation: Operation): fc.Arbitrary<string> {
  const id = mostly(fc.integer({ min: 1, max: 4 }).map(String), fc.constantFrom(...UNUSUAL_IDS));
  const values = operation.parameters
    .filter((p) => p.in === 'query')
    .map((p) =>
      fc.option(
        mostly(
          arbitraryFor(document, p.schema).map(
            (v) => `${p.name}=${encodeURIComponent(text(v).toWellFormed())}`,
          ),
          fc.oneof(
            fc
              .constantFrom(...UNUSUAL_VALUES)
              .map((v) => `${p.name}=${encodeURIComponent(text(v).toWellFormed())}`),
            fc.constantFrom(
              `${p.name}=1&${p.name}=2`,
              `${p.name}`,
              `${p.name}=%ff`,
              `${p.name}[a]=1`,
            ),
          ),
        ),
        { nil: '', freq: 2 },
      ),
    );
  const unknown = mostly(
    fc.constant(''),
    fc.constantFrom('x=1', '__proto__=1', 'constructor=1', '%00=1', '%ff', '&&=', 'a'.repeat(3000)),
  );
  return fc
    .tuple(
      fc.array(id, { minLength: 2, maxLength: 2 }),
      fc.tuple(...values, unknown),
      fc.constantFrom('', '/'),
    )
    .map(([ids, parameters, slash]) => {
      const unused = [...ids];
      const filled = path.replace(/\{\w+\}/g, () => unused.shift() ?? '1');
      const url = filled.replace(/\/$/, '') + slash;
      const query = parameters.filter(Boolean).join('&');
      return query ? `${url}?${query}` : url;
    });
}

function arbitraryCall(
  document: OpenApi,
  method: string,
  path: string,
  operation: Operation,
  tokens: readonly (string | null)[],
): fc.Arbitrary<Call> {
  return fc.record({
    method: fc.constant(method),
    url: arbitraryUrl(document, path, operation),
    body: arbitraryBody(document, operation),
    type: mostly(fc.constant('application/json'), fc.constantFrom(...UNUSUAL_TYPES)),
    token: mostly<string | null>(fc.constant(ADMIN), fc.constantFrom(...tokens)),
  });
}

async function createTokens({ call }: TestApp): Promise<(string | null)[]> {
  const created = await Promise.all(
    ['viewer', 'operator'].map((role) => call('POST', '/tokens', { name: role, role })),
  );
  return [
    null,
    '',
    'garbage',
    'é',
    'x'.repeat(5000),
    ...created.map((m) => (m.body as { data: { token: string } }).data.token),
  ];
}

it(
  'answers every request, valid or not, as the OpenAPI document describes',
  { timeout: RUNS > 0 ? 3_600_000 : 180_000 },
  async () => {
    const app = await testApp();
    const document = await readOpenApi(app);
    const check = schemaChecker(document);
    const operations = listOperations(document).filter(({ path }) => !LEFT_OUT.test(path));
    const restock = createFixtureLoader(app);
    let calls = 0;
    for (const { method, path, operation } of operations) {
      const tokens = await createTokens(app);
      await fc.assert(
        fc.asyncProperty(arbitraryCall(document, method, path, operation, tokens), async (c) => {
          await restock();
          calls += 1; // failed logins of one address would be slowed down
          const response = await app.call(c.method, c.url, c.body, {
            token: c.token,
            address: `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
            headers: c.body === undefined ? {} : { 'content-type': c.type },
          });
          expect(response.status, response.text).toBeLessThan(500);
          if (/^\/[^?]*(%ff|%(?![0-9A-Fa-f]{2})|9{501})/i.test(c.url)) return; // never reaches a route
          expect(findResponseFault(check, operation, response), `${method} ${path}`).toBe('');
        }),
        SETTINGS,
      );
    }
    await app.ctx.engine.idle();
    expect(app.ctx.database.sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(app.ctx.database.sqlite.pragma('foreign_key_check')).toEqual([]);
    expect(
      app.ctx.database.sqlite
        .prepare(
          'SELECT (SELECT count(*) FROM hosts) - (SELECT coalesce(sum(hosts), 0) FROM host_blocks)',
        )
        .pluck()
        .get(),
    ).toBe(0);
  },
);
