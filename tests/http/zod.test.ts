// cspell:ignore nmae
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../src/errors.js';
import { validatorCompiler } from '../../src/http/zod.js';

type Part = 'body' | 'querystring' | 'params';
const compile = (schema: z.ZodType, httpPart: Part) =>
  validatorCompiler({ schema, httpPart, method: 'GET', url: '/' }) as (data: unknown) => {
    value?: unknown;
    error?: unknown;
  };

describe('errors of fields', () => {
  const schema = z.strictObject({
    name: z.string(),
    type: z.enum(['a', 'b']),
    tags: z.array(z.strictObject({ id: z.int('must be a whole number') })).optional(),
    place: z.union([z.string(), z.strictObject({ host_id: z.int() })]).optional(),
  });
  const errorsOf = (data: unknown): [string, string][] => {
    const { error } = compile(schema, 'body')(data);
    return error instanceof AppError
      ? (error.extras.errors ?? []).map(({ path, message }) => [path, message])
      : [];
  };
  const valid = { name: 'x', type: 'a' };

  it.each<[unknown, [string, string][]]>([
    [
      { ...valid, nmae: 1 },
      [['/nmae', 'unknown field; did you mean "name"? Known: name, type, tags, place']],
    ],
    [{ ...valid, other: 1 }, [['/other', 'unknown field; known: name, type, tags, place']]],
    [
      { ...valid, tags: [{ id: 1, ids: 2 }] },
      [['/tags/0/ids', 'unknown field; did you mean "id"? Known: id']],
    ],
    [{ ...valid, place: { host_id: 1, ip: 2 } }, [['/place/ip', 'unknown field; known: host_id']]],
    [
      {},
      [
        ['/name', 'is required'],
        ['/type', 'is required'],
      ],
    ],
    [undefined, [['', 'is required']]],
    [null, [['', 'is required']]],
    [{ ...valid, tags: [{}] }, [['/tags/0/id', 'is required']]],
    [{ ...valid, place: {} }, [['/place/host_id', 'is required']]],
    [{ ...valid, tags: [{ id: 'x' }] }, [['/tags/0/id', 'must be a whole number']]],
  ])('of %j are %j', (data, errors) => {
    expect(errorsOf(data)).toEqual(errors);
  });

  it('name the first unknown fields of an object, and say that there are more', () => {
    const data = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`k${i}`, 1]));
    const errors = errorsOf({ ...valid, ...data });
    expect(errors).toHaveLength(11);
    expect(errors.at(9)).toEqual(['/k9', 'unknown field; known: name, type, tags, place']);
    expect(errors.at(10)).toEqual(['', 'has more unknown fields']);
  });

  it.each([
    ['invalid items', Array.from({ length: 20_000 }, () => 'x')],
    ['items with unknown fields', Array.from({ length: 20_000 }, () => ({ id: 1, ids: 2 }))],
  ])('of 20,000 %s are worded for the first ones only', (_what, data) => {
    let count = 0;
    const error = (): undefined => {
      count += 1;
      return undefined;
    };
    const list = z.array(z.strictObject({ id: z.int() }, { error }));
    const result = compile(list, 'body')(data).error;
    expect(result).toMatchObject({
      detail: expect.stringMatching(/ \(and 19999 more\)$/) as string,
    });
    expect((result as AppError).extras.errors).toHaveLength(50);
    expect(count).toBeLessThanOrEqual(2 * 51);
  });

  it.each([
    ['a long name of a field', { ...valid, ['x'.repeat(100_000)]: 1 }],
    ['a long value', { ...valid, tags: [{ id: 'x'.repeat(100_000) }] }],
  ])('do not repeat %s', (_what, data) => {
    const echo = z.string().superRefine((text, ctx) => {
      ctx.addIssue({ code: 'custom', message: `${text} is unknown` });
    });
    const { error } = compile(z.union([schema, echo]), 'body')(data);
    const echoed = compile(echo, 'body')('y'.repeat(100_000)).error;
    for (const e of [error, echoed]) expect(JSON.stringify(e).length).toBeLessThan(3000);
  });

  it.each<[unknown, [string, string][]]>([
    [{}, [['', 'code or token is required']]],
    [{ other: 1 }, [['', 'code or token is required']]],
    [{ code: 1 }, [['/code', 'must be a string, not a number']]],
    [{ token: '' }, [['/token', 'must have at least 1 character']]],
    [undefined, [['', 'is required']]],
    [[], [['', 'must be an object, not an array']]],
  ])('of one of two fields: %j are %j', (data, errors) => {
    const text = z.string().min(1);
    const either = z.union([z.strictObject({ code: text }), z.strictObject({ token: text })]);
    const { error } = compile(either, 'body')(data);
    const found = (error as AppError).extras.errors ?? [];
    expect(found.map(({ path, message }) => [path, message])).toEqual(errors);
  });

  it('say that an endpoint without parameters has none', () => {
    const { error } = compile(z.strictObject({}), 'querystring')({ a: '1' });
    expect(error).toMatchObject({
      extras: {
        errors: [{ in: 'query', path: '/a', message: 'unknown field; none is allowed here' }],
      },
    });
  });
});

describe('validator of requests', () => {
  it.each<[Part, z.ZodType, unknown]>([
    ['querystring', z.strictObject({ limit: z.coerce.number().default(50) }), {}],
    ['querystring', z.strictObject({}), Object.create(null)],
    ['body', z.string().optional(), undefined],
    [
      'body',
      z
        .strictObject({})
        .nullish()
        .transform((c) => ({ ...c, isDefault: true })),
      undefined,
    ],
    ['querystring', z.object({ a: z.string() }), {}],
    ['body', z.object({ a: z.string() }), undefined],
    ['body', z.object({ a: z.string() }), {}],
    ['querystring', z.object({ a: z.string() }), { a: 'x' }],
    ['body', z.null(), null],
    ['params', z.object({ a: z.string().optional() }), {}],
  ])('validates a %s as the schema does, the first time and every time', (part, schema, data) => {
    const validate = compile(schema, part);
    const { success, data: value } = schema.safeParse(data);
    for (let i = 0; i < 3; i += 1) {
      const result = validate(data);
      if (success) expect(result).toEqual({ value });
      else expect(result.error).toBeInstanceOf(AppError);
    }
  });

  it('validates a missing query or body once, and every other value each time', () => {
    let calls = 0;
    const schema = z.unknown().refine(() => {
      calls += 1;
      return true;
    });
    const query = compile(schema, 'querystring');
    const body = compile(schema, 'body');
    for (let i = 0; i < 3; i += 1) {
      query({});
      body(undefined);
    }
    expect(calls).toBe(2);
    query({ a: '1' });
    body({});
    body(null);
    expect(calls).toBe(5);
  });

  it('shares one frozen value between requests without a query', () => {
    const validate = compile(z.object({ limit: z.number().default(50) }), 'querystring');
    expect(() => {
      (validate({}).value as { limit: number }).limit = 1;
    }).toThrow(TypeError);
  });
});
