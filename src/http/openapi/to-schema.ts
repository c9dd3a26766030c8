import { z } from 'zod';

type Json = Record<string, unknown>;
/** Schemas with an id, by it. */
type Components = Record<string, unknown>;

/** Converts a zod schema to JSON Schema 2020-12; schemas with an id become components: `schemas` receives them. */
export function toSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Components): Json {
  const { $defs, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => applyOverride(zodSchema, jsonSchema, io, schemas),
  }) as Json & { $defs?: Components };
  delete rest.$schema; // the document declares it once
  const hoisted = JSON.parse(
    JSON.stringify({ rest, $defs: $defs ?? {} }).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as { rest: Json; $defs: Components };
  for (const [name, value] of Object.entries(hoisted.$defs))
    schemas[name] = withoutId(value as Json);
  if (typeof hoisted.rest.id !== 'string') return hoisted.rest;
  schemas[hoisted.rest.id] = withoutId(hoisted.rest);
  return { $ref: `#/components/schemas/${hoisted.rest.id}` };
}

const withoutId = (json: Json): Json =>
  Object.fromEntries(Object.entries(json).filter(([key]) => key !== 'id'));

// A schema with a transform declares its wire type by `.meta({ override })`, or its forms by
// `.meta({ oneOf })`; zod omits its examples and default. Responses allow further fields: a later version
// may add some.
function applyOverride(
  schema: z.core.$ZodTypes,
  json: Json,
  io: 'input' | 'output',
  schemas: Components,
): void {
  const { override, oneOf, examples } = (z.globalRegistry.get(schema) ?? {}) as {
    override?: Json;
    oneOf?: z.ZodType[];
    examples?: unknown;
  };
  if (io === 'output' && json.additionalProperties === false) delete json.additionalProperties;
  if (schema._zod.def.type === 'default') json.default = schema._zod.def.defaultValue;
  if (examples !== undefined) json.examples = examples;
  const replacement =
    override ?? (oneOf && { oneOf: oneOf.map((form) => toSchema(form, io, schemas)) });
  if (replacement === undefined) return;
  for (const key of Object.keys(json))
    if (!['default', 'examples', 'description', 'id'].includes(key)) delete json[key];
  Object.assign(json, replacement);
}
