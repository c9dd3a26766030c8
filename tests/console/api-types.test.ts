import { expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { readOpenApi, type Json, type OpenApi } from '../support/openapi.js';

// The document of the console's types (scripts/api-types.mjs). After a change of the interface:
//   npx vitest run --project unit tests/console/api-types.test.ts -u

/** Each error is a Problem; the paths under /api/v2 are the bare ones, and those of agents are not for pages. */
const OTHERS = /^\/(api\/v2|agent\/|openapi|healthz|readyz)/;

/** Texts and limits are no types. */
const NO_TYPES = new Set([
  ...['description', 'title', 'summary', 'examples', 'example', 'tags', 'security', 'x-role'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'format'],
]);

/** Objects whose keys are names, not keywords. */
const NAMES = new Set(['properties', 'schemas', 'paths', 'responses', 'content', 'headers']);

const typesOf = (value: unknown, hasNames = false): unknown => {
  if (Array.isArray(value)) return value.map((one) => typesOf(one));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => hasNames || !NO_TYPES.has(key));
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, typesOf(inner, !hasNames && NAMES.has(key))]),
  );
};

function pathsForConsole({ paths }: OpenApi): Json {
  const withoutErrors = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, { responses, ...operation }]) => [
        method,
        {
          ...operation,
          responses: Object.fromEntries(
            Object.entries(responses).filter(([status]) => status < '300'),
          ),
        },
      ]),
    ),
  ]);
  return Object.fromEntries(withoutErrors.filter(([path]) => !OTHERS.test(path as string))) as Json;
}

/** Renders an object with a line for each of its values, so that a change is a change of few lines. */
const renderLines = (values: Json): string =>
  Object.entries(values)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(',\n');

it('stores the OpenAPI document that the types of the console are made from', async () => {
  const document = await readOpenApi(await testApp());
  const paths = typesOf(pathsForConsole(document), true) as Json;
  const schemas = typesOf(document.components.schemas, true) as Json;
  const text =
    `{"openapi":${JSON.stringify(document.openapi)},"info":{"title":"hostwarden","version":"0"},\n` +
    `"paths":{\n${renderLines(paths)}},\n"components":{"schemas":{\n${renderLines(schemas)}}}}\n`;
  expect(JSON.parse(text)).toBeTypeOf('object');
  await expect(text).toMatchFileSnapshot('../../src/console/api/openapi.json');
});
