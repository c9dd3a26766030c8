import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ADMIN, testApp, type TestApp } from '../support/app.js';
import {
  answerFault,
  operationsOf,
  readOpenApi,
  schemaChecker,
  type OpenApi,
  type Operation,
} from '../support/openapi.js';
import { createFixtureLoader } from '../support/result-fixtures.js';
import { arbitraryOf, mutated, ODD_VALUES } from '../support/schema-arbitrary.js';

// Few and always the same in `npm test`; FUZZ_RUNS=500 tries that many new ones for each operation.
const RUNS = Number(process.env.FUZZ_RUNS ?? 0);
const SETTINGS = RUNS > 0 ? { numRuns: RUNS } : { numRuns: 15, seed: 20_261_121 };
const LEFT_OUT = RUNS > 0 ? /openapi\.json$/ : /openapi\.json$|^\/api\/v2/; // the same routes again

interface Call {
  method: string;
  url: string;
  body: string | Buffer | undefined;
  type: string;
  token: string | null;
}

const ODD_BODIES = [
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
const ODD_IDS = [
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
const ODD_TYPES = [
  'text/plain',
  'application/json; charset=latin1',
  'application/JSON',
  'application/xml',
  'multipart/form-data; boundary=x',
  'nonsense',
  'application/json, text/plain',
  'application/json;',
];

const often = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: odd });
const text = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function bodyOf(
  document: OpenApi,
  operation: Operation,
): fc.Arbitrary<string | Buffer | undefined> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const odd = fc.oneof(
    fc.constantFrom(...ODD_BODIES),
    fc.constantFrom(...ODD_VALUES).map((v) => JSON.stringify(v)),
    fc.json({ maxDepth: 3 }),
  );
  if (!schema) return often<string | Buffer | undefined>(fc.constant(undefined), odd);
  const good = arbitraryOf(document, schema);
  return fc.oneof<fc.Arbitrary<string | Buffer | undefined>[]>(
    good.map((v) => JSON.stringify(v)),
    good.chain(mutated).map((v) => JSON.stringify(v)),
    often<string | Buffer | undefined>(
      good.map((v) => JSON.stringify(v)),
      odd,
    ),
  );
}

function urlOf(document: OpenApi, path: string, operation: Operation): fc.Arbitrary<string> {
  const id = often(fc.integer({ min: 1, max: 4 }).map(String), fc.constantFrom(...ODD_IDS));
  const values = operation.parameters
    .filter((p) => p.in === 'query')
    .map((p) =>
      fc.option(
        often(
          arbitraryOf(document, p.schema).map(
            (v) => `${p.name}=${encodeURIComponent(text(v).toWellFormed())}`,
          ),
          fc.oneof(
            fc
              .constantFrom(...ODD_VALUES)
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
  const unknown = often(
    fc.constant(''),
    fc.constantFrom('x=1', '__proto__=1', 'constructor=1', '%00=1', '%ff', '&&=', 'a'.repeat(3000)),
  );
  return fc
    .tuple(
      fc.array(id, { minLength: 2, maxLength: 2 }),
      fc.tuple(...values, unknown),
      fc.constantFrom('', '/'),
    )
    .map(([ids, query, slash]) => {
      let n = 0;
      const filled = path.replace(/\{\w+\}/g, () => ids[n++] ?? '1').replace(/\/$/, '') + slash;
      const asked = query.filter(Boolean).join('&');
      return asked ? `${filled}?${asked}` : filled;
    });
}

function callOf(
  document: OpenApi,
  method: string,
  path: string,
  operation: Operation,
  tokens: readonly (string | null)[],
): fc.Arbitrary<Call> {
  return fc.record({
    method: fc.constant(method),
    url: urlOf(document, path, operation),
    body: bodyOf(document, operation),
    type: often(fc.constant('application/json'), fc.constantFrom(...ODD_TYPES)),
    token: often<string | null>(fc.constant(ADMIN), fc.constantFrom(...tokens)),
  });
}

async function tokensOf({ call }: TestApp): Promise<(string | null)[]> {
  const made = await Promise.all(
    ['viewer', 'operator'].map((role) => call('POST', '/tokens', { name: role, role })),
  );
  return [
    null,
    '',
    'garbage',
    'é',
    'x'.repeat(5000),
    ...made.map((m) => (m.body as { data: { token: string } }).data.token),
  ];
}

it(
  'no request, however broken, gets anything but a described answer',
  { timeout: RUNS > 0 ? 3_600_000 : 60_000 },
  async () => {
    const app = await testApp();
    const document = await readOpenApi(app);
    const check = schemaChecker(document);
    const operations = operationsOf(document).filter(({ path }) => !LEFT_OUT.test(path));
    const restock = createFixtureLoader(app);
    for (const { method, path, operation } of operations) {
      const tokens = await tokensOf(app);
      await fc.assert(
        fc.asyncProperty(callOf(document, method, path, operation, tokens), async (c) => {
          await restock();
          const answer = await app.call(c.method, c.url, c.body, {
            token: c.token,
            headers: c.body === undefined ? {} : { 'content-type': c.type },
          });
          expect(answer.status, answer.text).toBeLessThan(500);
          if (/^\/[^?]*(%ff|%(?![0-9A-Fa-f]{2})|9{501})/i.test(c.url)) return; // never reaches a route
          expect(answerFault(check, operation, answer), `${method} ${path}`).toBe('');
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
