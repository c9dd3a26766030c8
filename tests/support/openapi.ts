import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TestApp, TestResponse } from './app.js';

export type Json = Record<string, unknown>;
interface Content {
  schema: Json;
  examples?: Record<string, { value: unknown }>;
}
interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Json;
}
export interface Operation {
  operationId: string;
  security?: unknown[];
  'x-role'?: 'viewer' | 'operator' | 'admin';
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}
export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
}

/** Reads the OpenAPI document over HTTP. */
export async function readOpenApi({ call }: Pick<TestApp, 'call'>): Promise<OpenApi> {
  return (await call('GET', '/openapi.json')).body as OpenApi;
}

/** Returns every operation with its method (upper case) and path. */
export function listOperations(
  document: OpenApi,
): { method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** Validates values against schemas of a document, each compiled once. Returns the errors; empty: valid. */
export function schemaChecker(document: OpenApi): (schema: Json, value: unknown) => string {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema({ $id: 'doc', components: document.components }, 'doc');
  const compiled = new Map<string, ValidateFunction>();
  const compile = (text: string): ValidateFunction => {
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as Json);
    compiled.set(text, validate);
    return validate;
  };
  return (schema, value) => {
    const validate = compile(JSON.stringify(schema).replaceAll('"#/', '"doc#/'));
    return validate(value) ? '' : ajv.errorsText(validate.errors);
  };
}

/** Returns how a response differs from the description of its operation; empty: it does not. */
export function findResponseFault(
  check: ReturnType<typeof schemaChecker>,
  operation: Operation,
  response: TestResponse,
): string {
  const described = operation.responses[String(response.status)];
  if (!described)
    return `status ${response.status} is not described: ${response.text.slice(0, 300)}`;
  if (!described.content)
    return response.text === '' ? '' : `unexpected body: ${response.text.slice(0, 300)}`;
  const type = response.type.split(';')[0] ?? '';
  const content = described.content[type];
  if (!content) return `content type ${type} is not described for ${response.status}`;
  const fault = check(content.schema, type.endsWith('json') ? response.body : response.text);
  return fault && `${fault} in ${response.text.slice(0, 300)}`;
}
