import { z } from 'zod';

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const CONTROL_OR_BREAK = /[\u0000-\u001f\u007f-\u009f]/;

/** Text that is stored as it was sent: no control characters, no half of a surrogate pair. */
const clean = (forbidden: RegExp) =>
  z
    .string()
    .refine((s) => !forbidden.test(s), 'must not contain control characters')
    .refine((s) => s.isWellFormed(), 'must be well-formed Unicode');
const atMost = (max: number) =>
  [
    (s: string) => s.length <= max || (s.length <= 2 * max && [...s].length <= max),
    `must be at most ${max} characters`,
  ] as const; // an emoji is one character

/** A name: 1 to 255 characters after trimming. */
export const Name = clean(CONTROL_OR_BREAK)
  .trim()
  .min(1, 'must not be empty')
  .refine(...atMost(255))
  .meta({ maxLength: 255 });

/** Free text; line feed and tab are fine. */
export const Description = clean(CONTROL)
  .refine(...atMost(10_000))
  .meta({ maxLength: 10_000 });

/** A filter by part of a name. */
export const Search = clean(CONTROL_OR_BREAK)
  .refine(...atMost(1000))
  .meta({ maxLength: 1000 });

export const Id = z.int('must be a whole number').positive('must be positive');

/** Ids of a request: repeated ones collapse. */
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

/** The body of a bulk delete. */
export const IdsBody = z.strictObject({ ids: NonEmptyIds() }).meta({ examples: [{ ids: [7, 8] }] });

/** An integer id in the path. Digits beyond what an id can be simply are no id: 404, not 400. */
export const PathId = z
  .string()
  .regex(/^\d{1,40}$/, 'must be an integer')
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 1 } });
export const IdParams = z.object({ id: PathId });

export const Timestamp = z.int().meta({ description: 'Unix time in seconds' });

const queryNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be between ${min} and ${max}`)
    .meta({ override: { type: 'integer', minimum: min, maximum: max } });

/** `limit` and `page` as every newer list takes them. */
export const paging = {
  limit: queryNumber(1, 1000).default(50),
  page: queryNumber(1, 1_000_000_000).default(1),
};
/** The older lists page only when asked. */
export const optionalPaging = {
  limit: queryNumber(1, 1000).optional(),
  page: queryNumber(1, 1_000_000_000).optional(),
};
export { queryNumber };

export interface Page {
  limit: number;
  page: number;
}
export const offsetOf = (p: Page): number => (p.page - 1) * p.limit;

/** Limit and offset where an older list was asked for a page; undefined: everything. */
export function optionalPage({
  limit,
  page,
}: Partial<Page>): { limit: number; offset: number } | undefined {
  if (limit === undefined && page === undefined) return undefined;
  const asked = { limit: limit ?? 50, page: page ?? 1 };
  return { limit: asked.limit, offset: offsetOf(asked) };
}

export const Meta = z.object({ page: z.int(), limit: z.int(), total: z.int() });

/** `{"data": …}` */
export const data = <T extends z.ZodType>(schema: T) => z.object({ data: schema });
/** `{"data": […], "meta": {…}}` */
export const paged = <T extends z.ZodType>(schema: T) =>
  z.object({ data: z.array(schema), meta: Meta });

/** 204: no body */
export const NoContent = z.undefined();

/** A read-only field that a PUT may carry back, and that is ignored. */
export const ignored = z.unknown().optional().meta({ description: 'read-only: ignored' });
