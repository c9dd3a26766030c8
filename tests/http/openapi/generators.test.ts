import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import {
  listOperations,
  readOpenApi,
  schemaChecker,
  type Json,
  type OpenApi,
} from '../../support/openapi.js';

let document: OpenApi & { tags: { name: string; description?: string }[] };
beforeEach(async () => {
  document ??= (await readOpenApi(await testApp())) as typeof document; // the same for every test
});

const NAME = '#/components/schemas/';

/** Every schema inside a schema, components included, each once. */
function walk(schema: unknown, seen = new Set<unknown>()): Json[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref } = schema as Json;
  const target = typeof $ref === 'string' && document.components.schemas[$ref.replace(NAME, '')];
  const values: unknown[] = Object.values(schema);
  const inner = [...values, target].flatMap((value) => walk(value, seen));
  return [schema as Json, ...inner];
}

const fold = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function collisions(names: readonly string[]): string[] {
  return names.filter((name) => names.some((n) => n !== name && fold(n) === fold(name)));
}

const operations = () => listOperations(document).map(({ operation }) => operation);

describe('client generators', () => {
  it('get operation ids in words, each once', () => {
    const ids = operations().map((o) => o.operationId);
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*(V[12])?$/.test(id))).toEqual([]);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(ids).toEqual(
      expect.arrayContaining(['runTemplate', 'listHosts', 'listHostsV1', 'listHostsV2', 'getTask']),
    );
  });

  it('get no two names in one schema that differ by case and punctuation only', () => {
    const faults = operations().flatMap((o) => [
      ...collisions(o.parameters.map((p) => p.name)).map((name) => `${o.operationId} ${name}`),
      ...walk([o.requestBody, o.responses])
        .flatMap((schema) => collisions(Object.keys((schema.properties as Json | null) ?? {})))
        .map((name) => `${o.operationId} ${name}`),
    ]);
    expect(faults).toEqual([]);
    expect(collisions(Object.keys(document.components.schemas))).toEqual([]);
  });

  it('get responses that allow further fields, and requests that do not', () => {
    const isClosed = (schema: Json): boolean => schema.additionalProperties === false;
    const closed = operations()
      .filter((o) => walk(o.responses).some(isClosed))
      .map((o) => o.operationId);
    expect(closed).toEqual([]);
    const open = operations()
      // A document of a vendor has more fields than the ones that are read.
      .filter((o) => !o.operationId.startsWith('importVexDocument'))
      .filter((o) => walk(o.requestBody).some((s) => s.properties && !isClosed(s)))
      .map((o) => o.operationId);
    expect(open).toEqual([]);
  });

  it('get query booleans as booleans', () => {
    const texts = operations().flatMap((o) =>
      o.parameters
        .filter(({ schema }) => JSON.stringify(schema.enum) === '["true","false"]')
        .map(({ name }) => `${o.operationId} ${name}`),
    );
    expect(texts).toEqual([]);
  });

  it('get a description of every tag and every operation', () => {
    expect(document.tags.filter((tag) => !tag.description).map((tag) => tag.name)).toEqual([]);
    const without = operations().filter((o) => {
      const { summary = '', description = '' } = o as { summary?: string; description?: string };
      return description.length <= summary.length;
    });
    expect(without.map((o) => o.operationId)).toEqual([]);
  });

  it.each([
    ['type and recurrence only', {}, true],
    ['camel case', { startTime: 1_790_000_000, endTime: null }, true],
    ['snake case', { start_time: '2026-09-21T14:13:20Z', end_time: 1_890_000_000 }, true],
    ['an unknown field', { start: 1 }, false],
    ['both spellings', { startTime: 1, start_time: 1 }, false],
  ])('get one form for each spelling of times: a schedule with %s', (_, times, isValid) => {
    const check = schemaChecker(document);
    for (const name of ['NewSchedule', 'ScheduleChange']) {
      const fault = check({ $ref: NAME + name }, { type: 3, recurrence: 1, ...times });
      expect(fault === '', `${name}: ${fault}`).toBe(isValid);
    }
  });
});

it('a query boolean is the text true or false', async () => {
  const { call } = await testApp();
  const statusOf = async (value: string) =>
    (await call('GET', `/vulnerabilities?kev=${value}`)).status;
  expect(await Promise.all(['true', 'false', '1', 'yes', ''].map(statusOf))).toEqual([
    200, 200, 400, 400, 400,
  ]);
});
