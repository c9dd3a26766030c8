import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { sortValues, type SortBy } from '../lib/lists/sort-by.js';

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const CONTROL_OR_BREAK = /[\u0000-\u001f\u007f-\u009f]/;

/** Text that is stored as sent: without control characters and unpaired surrogates. */
const cleanText = (forbidden: RegExp) =>
  z
    .string()
    .refine((s) => !forbidden.test(s), 'must not contain control characters')
    .refine((s) => s.isWellFormed(), 'must be well-formed Unicode');
// Counts code points: an emoji is one character.
const maxCharacters = (max: number) =>
  [
    (s: string) => s.length <= max || (s.length <= 2 * max && [...s].length <= max),
    `must be at most ${max} characters`,
  ] as const;

/** A name: 1 to 255 characters after trimming. */
export const Name = cleanText(CONTROL_OR_BREAK)
  .trim()
  .min(1, 'must not be empty')
  .refine(...maxCharacters(255))
  .meta({ maxLength: 255 });

/** Free text; line feeds and tabs are allowed. */
export const Description = cleanText(CONTROL)
  .refine(...maxCharacters(10_000))
  .meta({ maxLength: 10_000 });

/** A filter by substring of a name. */
export const Search = cleanText(CONTROL_OR_BREAK)
  .refine(...maxCharacters(1000))
  .meta({ maxLength: 1000 });

export const Id = z.int('must be a whole number').positive('must be positive');

/** Ids in a request, without duplicates. */
export const Ids = (max = 100_000) =>
  z
    .array(Id)
    .max(max, `must be at most ${max} ids`)
    .transform((ids) => [...new Set(ids)]);
export const NonEmptyIds = (max = 100_000) =>
  z
    .array(Id)
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} ids`)
    .transform((ids) => [...new Set(ids)]);

/** Members that one request adds to a group or template, and that it removes. */
export const MAX_MEMBERS_PER_REQUEST = 10_000;

/** The body of a bulk delete. */
export const IdsBody = z.strictObject({ ids: NonEmptyIds() }).meta({ examples: [{ ids: [7, 8] }] });

/** An integer id in the path. Digits beyond the range of ids identify nothing: 404, not 400. */
export const PathId = z
  .string()
  .regex(/^\d{1,40}$/, 'must be an integer')
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 1 } });
export const IdParams = z.object({ id: PathId });

export const Timestamp = z.int().meta({ description: 'Unix time in seconds' });

export const queryNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be between ${min} and ${max}`)
    .meta({ override: { type: 'integer', minimum: min, maximum: max } });

/** Ids in a query, separated by commas: at most as many as a page may have. */
export const queryIds = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,999}$/, 'must be at most 1,000 ids, separated by commas')
  .transform((text) => text.split(',').map(Number));

/** A boolean in a query: the text `true` or `false`. */
export const queryBoolean = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ override: { type: 'boolean' } });

/** `limit` and `page` of lists in API version 2. */
export const paging = {
  limit: queryNumber(1, 1000).default(50),
  page: queryNumber(1, 1_000_000_000).default(1),
};
/** Lists in API version 1 return everything unless `limit` or `page` is given. */
export const optionalPaging = {
  limit: queryNumber(1, 1000).optional(),
  page: queryNumber(1, 1_000_000_000).optional(),
};
/** The query of a list of things with names. */
export const namedPaging = {
  q: Search.optional().meta({ description: 'substring of the name' }),
  sort: z
    .enum(['id', '-id', 'name', '-name'])
    .default('id')
    .meta({ description: '`id`: in the order of creation; a leading `-` reverses' }),
  ...paging,
};
/**
 * Returns the query of a list that is searched and sorted.
 * @param found the texts that `q` finds
 * @param unset the order without `sort`
 */
export const sortedPaging = <Name extends string>(
  found: string,
  names: readonly Name[],
  unset: NoInfer<SortBy<Name>>,
) => ({
  q: Search.optional().meta({ description: `substring of ${found}` }),
  sort: z
    .enum(sortValues(names))
    .optional()
    .transform((sort) => sort ?? unset)
    .meta({ description: 'a leading `-` reverses', default: unset }),
  ...paging,
});
export interface Page {
  limit: number;
  page: number;
}
/** Returns `meta` of a list. */
export const metaOf = ({ page, limit }: Page, total: number) => ({ page, limit, total });
export const offsetOf = (p: Page): number => (p.page - 1) * p.limit;

/** Limit and offset of a list in API version 1; undefined: no page was requested. */
export function optionalPage({
  limit,
  page,
}: Partial<Page>): { limit: number; offset: number } | undefined {
  if (limit === undefined && page === undefined) return undefined;
  const requested = { limit: limit ?? 50, page: page ?? 1 };
  return { limit: requested.limit, offset: offsetOf(requested) };
}

export const Meta = z.object({ page: z.int(), limit: z.int(), total: z.int() });

/** `{"data": …}` */
export const data = <T extends z.ZodType>(schema: T) => z.object({ data: schema });
/** `{"data": […], "meta": {…}}` */
export const paged = <T extends z.ZodType>(schema: T) =>
  z.object({ data: z.array(schema), meta: Meta });

/** 204: no body */
export const NoContent = z.undefined();

/** A read-only field: a PUT may repeat it from a GET response, and it is ignored. */
export const ignored = z.unknown().optional().meta({ description: 'read-only: ignored' });

/** Sends JSON text that is already serialized (SQLite wrote it). */
export const sendJson = (reply: unknown, json: string): never =>
  (reply as FastifyReply).type('application/json; charset=utf-8').send(json) as never;

/**
 * Whether a request comes from a page of another site. `origin` and `host` are its headers; only
 * browsers send Origin. Schemes are not compared: behind a TLS proxy, a page's https is http here.
 */
export function isForeignOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return false;
  if (!URL.canParse(origin) || host === undefined) return true;
  const { protocol, host: originHost } = new URL(origin);
  if (!/^https?:$/.test(protocol) || !URL.canParse(`${protocol}//${host}`)) return true;
  return new URL(`${protocol}//${host}`).host !== originHost; // without the scheme's default port
}
