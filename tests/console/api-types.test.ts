import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { readOpenApi, type OpenApi, type Operation } from '../support/openapi.js';

const COMMAND = 'npx vitest run --project unit tests/console/api-types.test.ts -u';
const HEAD = `// Generated from the OpenAPI document: ${COMMAND}\n\n`;

/** Each error is a Problem; the paths under /api/v2 are the bare ones, and those of agents are not for pages. */
const OTHERS = /^\/(api\/v2|agent\/|openapi|healthz|readyz)/;

const withoutErrors = ({ responses, ...operation }: Operation) => ({
  ...operation,
  responses: Object.fromEntries(Object.entries(responses).filter(([status]) => status < '300')),
});

const forConsole = ({ paths, ...document }: OpenApi) => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(paths)
      .filter(([path]) => !OTHERS.test(path))
      .map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(item).map(([method, operation]) => [method, withoutErrors(operation)]),
        ),
      ]),
  ),
});

it('the types of the console are those of the OpenAPI document', async () => {
  const document = forConsole(await readOpenApi(await testApp()));
  const types = await openapiTS(document as unknown as OpenAPI3);
  await expect(HEAD + astToString(types)).toMatchFileSnapshot('../../src/console/api/schema.d.ts');
});
