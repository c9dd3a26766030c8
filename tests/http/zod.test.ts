import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../src/errors.js';
import { validatorCompiler } from '../../src/http/zod.js';

type Part = 'body' | 'querystring' | 'params';
const judge = (schema: z.ZodType, httpPart: Part) =>
  validatorCompiler({ schema, httpPart, method: 'GET', url: '/' }) as (data: unknown) => {
    value?: unknown;
    error?: unknown;
  };

describe('the judge of requests', () => {
  it.each<[Part, z.ZodType, unknown]>([
    ['querystring', z.strictObject({ limit: z.coerce.number().default(50) }), {}],
    ['querystring', z.strictObject({}), Object.create(null)],
    ['body', z.string().optional(), undefined],
    [
      'body',
      z
        .strictObject({})
        .nullish()
        .transform((c) => ({ ...c, made: true })),
      undefined,
    ],
    ['querystring', z.object({ a: z.string() }), {}],
    ['body', z.object({ a: z.string() }), undefined],
    ['body', z.object({ a: z.string() }), {}],
    ['querystring', z.object({ a: z.string() }), { a: 'x' }],
    ['body', z.null(), null],
    ['params', z.object({ a: z.string().optional() }), {}],
  ])('says of a %s what the schema says, the first time and every time', (part, schema, data) => {
    const ask = judge(schema, part);
    const { success, data: value } = schema.safeParse(data);
    for (let i = 0; i < 3; i += 1) {
      const answer = ask(data);
      if (success) expect(answer).toEqual({ value });
      else expect(answer.error).toBeInstanceOf(AppError);
    }
  });

  it('judges a missing query or body once, and each of the others', () => {
    let asked = 0;
    const schema = z.unknown().refine(() => {
      asked += 1;
      return true;
    });
    const [query, body] = [judge(schema, 'querystring'), judge(schema, 'body')];
    for (let i = 0; i < 3; i += 1) {
      query({});
      body(undefined);
    }
    expect(asked).toBe(2);
    query({ a: '1' });
    body({});
    body(null);
    expect(asked).toBe(5);
  });

  it('gives all of them the same value, which nobody can change', () => {
    const ask = judge(z.object({ limit: z.number().default(50) }), 'querystring');
    expect(() => {
      (ask({}).value as { limit: number }).limit = 1;
    }).toThrow(TypeError);
  });
});
