import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Answer, TestApp } from './app.js';

export type Json = Record<string, unknown>;
export interface Content {
  schema: Json;
  examples?: Record<string, { value: unknown }>;
}
export interface Parameter {
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

/** The description that the service gives of itself, read over HTTP. */
export async function readOpenApi({ call }: Pick<TestApp, 'call'>): Promise<OpenApi> {
  return (await call('GET', '/openapi.json')).body as OpenApi;
}

/** Every operation with its method (in capitals) and path. */
export function operationsOf(
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

/** Checks values against schemas of a document, each compiled once. Gives what is wrong as text; empty: nothing. */
export function schemaChecker(document: OpenApi): (schema: Json, value: unknown) => string {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema({ $id: 'doc', components: document.components }, 'doc');
  const compiled = new Map<string, ValidateFunction>();
  const compile = (text: string): ValidateFunction => {
    const made = compiled.get(text) ?? ajv.compile(JSON.parse(text) as Json);
    compiled.set(text, made);
    return made;
  };
  return (schema, value) => {
    const validate = compile(JSON.stringify(schema).replaceAll('"#/', '"doc#/'));
    return validate(value) ? '' : ajv.errorsText(validate.errors);
  };
}

/** What is wrong with an answer, by the description of its operation; empty: nothing. */
export function answerFault(
  check: ReturnType<typeof schemaChecker>,
  operation: Operation,
  answer: Answer,
): string {
  const described = operation.responses[String(answer.status)];
  if (!described) return `status ${answer.status} is not described: ${answer.text.slice(0, 300)}`;
  if (!described.content)
    return answer.text === '' ? '' : `a body where none is described: ${answer.text.slice(0, 300)}`;
  const type = answer.type.split(';')[0] ?? '';
  const content = described.content[type];
  if (!content) return `content type ${type} is not described for ${answer.status}`;
  const fault = check(content.schema, type.endsWith('json') ? answer.body : answer.text);
  return fault && `${fault} in ${answer.text.slice(0, 300)}`;
}
