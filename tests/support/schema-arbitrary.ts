import fc from 'fast-check';
import type { Json, OpenApi } from './openapi.js';

/** Values that break programs: wrong types, number limits, text special to databases, JSON and terminals. */
export const UNUSUAL_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  -(2 ** 53),
  1e11,
  1_790_000_000_000,
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  'null',
  '[object Object]',
  '\u0000',
  'a\u0000b',
  '\u001b[31m',
  '\u009b',
  '\ud800',
  '\u202etxt',
  '😀',
  'é'.normalize('NFD'),
  "'; DROP TABLE hosts; --",
  '%',
  '_',
  '%00',
  '../../etc/passwd',
  'x'.repeat(300),
  '😀'.repeat(255),
  'x'.repeat(20_000),
  '2026-11-22T02:00:00',
  '2026-11-22T02:00:00Z',
  '9999999999999',
  '10.0.0.1',
  '010.0.0.1',
  '10.0.0.256',
  '::',
  '::ffff:10.0.0.1',
  'fe80::1%eth0',
  '10.0.0.0/8',
  '10.',
  [],
  {},
  [[]],
  [null],
  [{}],
  [1, 1, 1],
  { id: 1 },
  { toString: 1 },
  { constructor: { prototype: 1 } },
  { length: 3 },
];

/** Returns values that match a schema, often its examples. Parts that it does not describe are arbitrary. */
export function arbitraryFor(document: OpenApi, schema: Json): fc.Arbitrary<unknown> {
  const generated = fromSchema(document, schema);
  const examples = schema.examples as unknown[] | undefined;
  return examples
    ? fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...examples) },
        { weight: 3, arbitrary: generated },
      )
    : generated;
}

function fromSchema(document: OpenApi, schema: Json): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string')
    return arbitraryFor(
      document,
      document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {},
    );
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if ('const' in schema) return fc.constant(schema.const);
  const branches = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (branches) return fc.oneof(...branches.map((b) => arbitraryFor(document, b)));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: bound(schema.minimum, -10), max: bound(schema.maximum, 1e9) }),
      );
    case 'number':
      return fc.double({ noNaN: true });
    case 'string':
      return fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.ipV4(),
        fc.ipV6(),
        fc.constantFrom('a', 'web-1'),
      );
    case 'array':
      return fc.array(arbitraryFor(document, (schema.items ?? {}) as Json), {
        minLength: Math.min(bound(schema.minItems, 0), 3),
        maxLength: 4,
      });
    case 'object':
      return arbitraryObject(document, schema);
    default:
      return fc.oneof(fc.constant(null), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>);
  }
}

function arbitraryObject(document: OpenApi, schema: Json): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(
    ([name, s]) => [name, arbitraryFor(document, s)] as const,
  );
  if (properties.length === 0)
    return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), {
      maxKeys: 3,
    });
  return fc.record(Object.fromEntries(properties), {
    requiredKeys: (schema.required ?? []) as never[],
  });
}

const bound = (value: unknown, otherwise: number): number =>
  Math.max(-1e9, Math.min(1e9, typeof value === 'number' ? value : otherwise));

/** Changes a JSON value at one location: another value, a removed key, or an added one. */
export function mutate(value: unknown): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      fc.constantFrom(...UNUSUAL_VALUES),
      fc.nat(1_000),
      fc.constantFrom('replace', 'remove', 'add', 'double'),
    )
    .map(([unusual, index, change]) => {
      const copy = { root: structuredClone(value) } as Json;
      const locations = listLocations(copy);
      const [parent, key] = locations[index % locations.length] ?? [copy, 'root'];
      if (change === 'replace' || (change === 'remove' && parent === copy)) parent[key] = unusual;
      else if (change === 'remove') delete parent[key];
      else if (change === 'add') parent[`${key}_`] = unusual;
      else parent[key] = [parent[key], parent[key]];
      return copy.root;
    });
}

function listLocations(value: unknown): [Json, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [value as Json, key] as [Json, string],
    ...listLocations(inner),
  ]);
}
