import type {
  FastifyInstance,
  FastifyBaseLogger,
  FastifySchemaCompiler,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import { z } from 'zod';
import { AppError, type FieldError } from '../errors.js';

/** Derives Fastify's route types from zod schemas. */
export interface ZodProvider extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
  serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown;
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodProvider
>;

const MAX_FIELD_ERRORS = 50;

const PARTS = { body: 'body', querystring: 'query', params: 'path', headers: 'query' } as const;

/** Returns the JSON pointer (RFC 6901) of a zod path. */
function pointer(path: readonly PropertyKey[]): string {
  return path.map((p) => `/${String(p).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Converts zod's issues to field errors; each unknown key has an entry with its own path. */
export function fieldErrors(error: z.ZodError, where: FieldError['in'], base = ''): FieldError[] {
  return error.issues.flatMap((issue): FieldError[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((k) => ({
        in: where,
        path: base + pointer([...issue.path, k]),
        message: 'unknown field',
      }));
    if (issue.code === 'invalid_union') return unionErrors(issue, where, base);
    return [{ in: where, path: base + pointer(issue.path), message: issue.message }];
  });
}

// Of several shapes, the sender meant the one whose type the value has: its errors are reported.
function unionErrors(
  issue: z.core.$ZodIssueInvalidUnion,
  where: FieldError['in'],
  base: string,
): FieldError[] {
  const meant = issue.errors.filter(
    (branch) => !branch.some((i) => i.code === 'invalid_type' && i.path.length === 0),
  );
  if (meant.length === 1 && meant[0])
    return fieldErrors(new z.ZodError(meant[0]), where, base + pointer(issue.path));
  const messages = [...new Set(issue.errors.flat().map((i) => i.message))];
  return [
    {
      in: where,
      path: base + pointer(issue.path),
      message: messages.join(', or ') || issue.message,
    },
  ];
}

/**
 * Returns the 400 for invalid fields, with at most 50 of them: a body of 10,000 invalid items must not
 * produce a response of 10,000 lines.
 */
export function validationFailed(errors: FieldError[]): AppError {
  const shown = errors.slice(0, MAX_FIELD_ERRORS);
  const first = shown[0];
  const detail = first
    ? `${first.path || first.in}: ${first.message}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}`
    : 'Invalid request';
  return new AppError('validation_failed', detail, { errors: shown });
}

/**
 * Compiles zod schemas of requests for Fastify: validates and converts wire values to domain values.
 * Most requests have no query and no body: the result of an empty value is computed once per route.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const parseEmpty = (): z.ZodSafeParseResult<unknown> => {
    emptyResult ??= freezeData(schema.safeParse(httpPart === 'body' ? undefined : {}));
    return emptyResult;
  };
  let emptyResult: z.ZodSafeParseResult<unknown> | undefined;
  return (data) => {
    const parsed = isEmpty(data, httpPart) ? parseEmpty() : schema.safeParse(data);
    if (parsed.success) return { value: parsed.data };
    return {
      error: validationFailed(
        fieldErrors(parsed.error, PARTS[(httpPart ?? 'body') as keyof typeof PARTS]),
      ),
    };
  };
};

function isEmpty(data: unknown, httpPart: string | undefined): boolean {
  if (httpPart === 'body') return data === undefined;
  if (httpPart !== 'querystring') return false;
  for (const _ in data as object) return false;
  return true;
}

// The data is shared by many requests.
function freezeData(parsed: z.ZodSafeParseResult<unknown>): z.ZodSafeParseResult<unknown> {
  if (parsed.success) Object.freeze(parsed.data);
  return parsed;
}

/** Compiles zod schemas of responses: a field that the schema does not list cannot leak. */
export const serializerCompiler =
  ({ schema }: { schema: z.ZodType }) =>
  (data: unknown): string =>
    JSON.stringify(schema.parse(data));
