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
import { closestMatch } from '../lib/closest-match.js';
import { plainMessage } from './plain-message.js';

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
/** Unknown keys of one object that are named. */
const MAX_UNKNOWN_KEYS = 10;
/** Characters of a path or a message: both may repeat a text of the request. */
const MAX_TEXT = 500;

const PARTS = { body: 'body', querystring: 'query', params: 'path', headers: 'query' } as const;

/** Returns the JSON pointer (RFC 6901) of a zod path. */
function pointer(path: readonly PropertyKey[]): string {
  return path.map((p) => `/${String(p).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

const KNOWN = 'known: ';

/** The message of unknown keys lists the known ones; all other issues keep theirs. */
const listKnownKeys: z.core.$ZodErrorMap = ({ code, inst }) => {
  if (code !== 'unrecognized_keys') return undefined;
  const { shape } = (inst as { _zod: { def: { shape?: object } } } | undefined)?._zod.def ?? {};
  return shape && KNOWN + Object.keys(shape).join(', ');
};

/**
 * Parses a part of a request, so that `fieldErrors` can name the known fields beside an unknown one. Only a part with
 * an unknown field is parsed with an error map: zod takes longer with one. The error has the first issues only: a body
 * of a million invalid items has as many, and to word them takes seconds.
 */
export function parseRequest<T>(schema: z.ZodType<T>, data: unknown): z.ZodSafeParseResult<T> {
  const parsed = parseBounded(schema, data, {});
  if (parsed.success || !parsed.error.issues.some(hasUnknownKey)) return parsed;
  return parseBounded(schema, data, { error: listKnownKeys });
}

/** The number of issues that an error leaves out. */
const omitted = new WeakMap<z.ZodError, number>();

/** As `safeParse` of zod, with at most one issue and one unknown key more than are reported. */
function parseBounded<T>(
  schema: z.ZodType<T>,
  data: unknown,
  context: z.core.ParseContext<z.core.$ZodIssue>,
): z.ZodSafeParseResult<T> {
  const result = schema._zod.run({ value: data, issues: [] }, { ...context, async: false });
  if (result instanceof Promise) throw new z.core.$ZodAsyncError();
  if (result.issues.length === 0) return { success: true, data: result.value as T };
  const issues = result.issues.slice(0, MAX_FIELD_ERRORS + 1).map((raw) => {
    const issue =
      raw.code === 'unrecognized_keys'
        ? { ...raw, keys: raw.keys.slice(0, MAX_UNKNOWN_KEYS + 1) }
        : raw;
    return z.core.util.finalizeIssue(issue, context, z.config());
  });
  const error = new z.ZodError(issues) as z.ZodError<T>;
  omitted.set(error, result.issues.length - issues.length);
  return { success: false, error };
}

const hasUnknownKey = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'unrecognized_keys' ||
  (issue.code === 'invalid_union' && issue.errors.flat().some(hasUnknownKey));

/** Returns `unknown field; did you mean "name"? Known: name, type`. */
function unknownKeyMessage(key: string, message: string): string {
  if (!message.startsWith(KNOWN)) return 'unknown field';
  const known = message.slice(KNOWN.length).split(', ').filter(Boolean);
  if (known.length === 0) return 'unknown field; none is allowed here';
  const meant = closestMatch(key, known);
  const list = known.join(', ');
  return meant === null
    ? `unknown field; known: ${list}`
    : `unknown field; did you mean ${JSON.stringify(meant)}? Known: ${list}`;
}

const TYPE_ISSUES: ReadonlySet<string> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
]);

/** Whether an issue is about a value that is not in the data, and not about its content. */
function isMissing({ code, path }: z.core.$ZodIssue, data: unknown): boolean {
  if (!TYPE_ISSUES.has(code)) return false;
  const value = valueAt(data, path);
  return value === undefined || (path.length === 0 && value === null); // null: no body was sent
}

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    data,
  );

/** Where the parsed data is from. `base`: a JSON pointer to it. */
interface Origin {
  in: FieldError['in'];
  base: string;
}

/**
 * Converts zod's issues to field errors; each unknown key has an entry with its own path.
 * @param data the parsed value: a missing field is reported as such
 */
export function fieldErrors(error: z.ZodError, origin: Origin, data: unknown): FieldError[] {
  return error.issues.flatMap((issue): FieldError[] => {
    const fieldError = (path: readonly PropertyKey[], message: string): FieldError => ({
      in: origin.in,
      path: origin.base + pointer(path),
      message,
    });
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key, i) =>
        i < MAX_UNKNOWN_KEYS
          ? fieldError([...issue.path, key], unknownKeyMessage(key, issue.message))
          : fieldError(issue.path, 'has more unknown fields'),
      );
    if (isMissing(issue, data)) return [fieldError(issue.path, 'is required')];
    if (issue.code === 'invalid_union') return unionErrors(issue, origin, data);
    return [fieldError(issue.path, plainMessage(issue))];
  });
}

// Of several shapes, the sender meant the one whose type or fields the value has: its errors are reported.
function unionErrors(
  issue: z.core.$ZodIssueInvalidUnion,
  origin: Origin,
  data: unknown,
): FieldError[] {
  const base = origin.base + pointer(issue.path);
  const value = valueAt(data, issue.path);
  const ofType = issue.errors.filter(
    (branch) => !branch.some((i) => i.code === 'invalid_type' && i.path.length === 0),
  );
  const missing = ofType.map((branch) => branch.filter((i) => isMissing(i, value)));
  const meant = ofType.length === 1 ? ofType : ofType.filter((_, i) => missing[i]?.length === 0);
  if (meant.length === 1 && meant[0])
    return fieldErrors(new z.ZodError(meant[0]), { in: origin.in, base }, value);
  if (ofType.length > 1 && meant.length === 0) {
    const names = missing.map((fields) => fields.map(({ path }) => path.join('.')).join(' and '));
    return [{ in: origin.in, path: base, message: `${names.join(' or ')} is required` }];
  }
  const messages = [...new Set(issue.errors.flat().map(plainMessage))];
  return [
    {
      in: origin.in,
      path: base,
      message: messages.join(', or ') || issue.message,
    },
  ];
}

/**
 * Returns the 400 for invalid fields, with at most 50 of them: a body of 10,000 invalid items must not
 * produce a response of 10,000 lines.
 * @param error that the fields are of: it may have left out some
 */
export function validationFailed(errors: FieldError[], error?: z.ZodError): AppError {
  const shown = errors.slice(0, MAX_FIELD_ERRORS).map((field) => ({
    ...field,
    path: shorten(field.path),
    message: shorten(field.message),
  }));
  const first = shown[0];
  const more = moreText(errors.length, (error && omitted.get(error)) ?? 0);
  const detail = first ? `${first.path || first.in}: ${first.message}${more}` : 'Invalid request';
  return new AppError('validation_failed', detail, { errors: shown });
}

function moreText(count: number, omittedCount: number): string {
  // Perhaps of a part that left out some.
  if (count === MAX_FIELD_ERRORS + 1 && omittedCount === 0) return ' (and more)';
  const more = count + omittedCount - 1;
  return more > 0 ? ` (and ${more} more)` : '';
}

const shorten = (text: string): string =>
  text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;

/**
 * Compiles zod schemas of requests for Fastify: validates and converts wire values to domain values.
 * Most requests have no query and no body: the result of an empty value is computed once per route.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const parseEmpty = (): z.ZodSafeParseResult<unknown> => {
    emptyResult ??= freezeData(parseRequest(schema, httpPart === 'body' ? undefined : {}));
    return emptyResult;
  };
  let emptyResult: z.ZodSafeParseResult<unknown> | undefined;
  return (data) => {
    const parsed = isEmpty(data, httpPart) ? parseEmpty() : parseRequest(schema, data);
    if (parsed.success) return { value: parsed.data };
    const origin = { in: PARTS[(httpPart ?? 'body') as keyof typeof PARTS], base: '' };
    return { error: validationFailed(fieldErrors(parsed.error, origin, data), parsed.error) };
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
