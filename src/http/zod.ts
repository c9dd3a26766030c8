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

/** Lets Fastify's route types follow from zod schemas. */
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

const PARTS = { body: 'body', querystring: 'query', params: 'path', headers: 'query' } as const;

/** JSON pointer (RFC 6901) of a zod path. */
export function pointer(path: readonly PropertyKey[]): string {
  return path.map((p) => `/${String(p).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** What zod found wrong, one entry each; an unknown key is named by its own path. */
export function fieldErrors(error: z.ZodError, where: FieldError['in'], base = ''): FieldError[] {
  return error.issues.flatMap((issue): FieldError[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((k) => ({
        in: where,
        path: base + pointer([...issue.path, k]),
        message: 'is not known here',
      }));
    if (issue.code === 'invalid_union') return unionErrors(issue, where, base);
    return [{ in: where, path: base + pointer(issue.path), message: issue.message }];
  });
}

// Of several shapes the sender meant the one that the value has the type of: that one's errors point at what is wrong.
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

/** 400 with the list of what is wrong (at most 50 entries: a body of 10,000 bad items must not become an answer of 10,000 lines). */
export function validationFailed(errors: FieldError[]): AppError {
  const shown = errors.slice(0, 50);
  const first = shown[0];
  const detail = first
    ? `${first.path || first.in}: ${first.message}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}`
    : 'The request is not valid';
  return new AppError('validation_failed', detail, { errors: shown });
}

/**
 * Fastify's door to zod for requests: parses and turns wire into domain at once. Most requests bring no query and no body: what a route makes
 * of that is found out once.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const nothing = httpPart === 'body' ? undefined : {};
  let ofNothing: z.ZodSafeParseResult<unknown> | undefined;
  return (data) => {
    const parsed = isNothing(data, httpPart)
      ? (ofNothing ??= frozen(schema.safeParse(nothing)))
      : schema.safeParse(data);
    if (parsed.success) return { value: parsed.data };
    return {
      error: validationFailed(
        fieldErrors(parsed.error, PARTS[(httpPart ?? 'body') as keyof typeof PARTS]),
      ),
    };
  };
};

function isNothing(data: unknown, httpPart: string | undefined): boolean {
  if (httpPart === 'body') return data === undefined;
  if (httpPart !== 'querystring') return false;
  for (const _ in data as object) return false;
  return true;
}

// Many requests share it.
function frozen(parsed: z.ZodSafeParseResult<unknown>): z.ZodSafeParseResult<unknown> {
  if (parsed.success) Object.freeze(parsed.data);
  return parsed;
}

/** Answers pass their schema too, so that a field nobody listed can't leak. */
export const serializerCompiler =
  ({ schema }: { schema: z.ZodType }) =>
  (data: unknown): string =>
    JSON.stringify(schema.parse(data));
