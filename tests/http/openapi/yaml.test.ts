import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toYaml } from '../../../src/http/openapi/yaml.js';

// The parser that the documentation page depends on.
const fromPage = createRequire(import.meta.resolve('@fastify/swagger-ui'));
const { parse } = fromPage('yaml') as { parse: (text: string) => unknown };

it('writes what a parser of YAML reads as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parse(toYaml(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it.each([
  ['a text', 'a: "b"', '"a: \\"b\\""\n'],
  ['an empty list', [], '[]\n'],
  ['fields', { a: 1, b: { c: [true, {}] } }, '"a": 1\n"b":\n  "c":\n    - true\n    - {}\n'],
  ['a list in a list', [[1, 2]], '-\n  - 1\n  - 2\n'],
])('writes %s in block style', (_what, value, expected) => {
  expect(toYaml(value)).toBe(expected);
});
