import { z } from 'zod';
import { AppError, ERRORS, type ErrorCode } from '../../errors.js';
import { emptyBody } from '../defaults.js';
import { Problem, toProblem } from '../problem.js';

/** A registered route. */
export interface DescribedRoute {
  method: string;
  url: string;
  schema: {
    params?: z.ZodType;
    querystring?: z.ZodType;
    body?: z.ZodType;
    response?: Record<string, z.ZodType>;
  };
  config: {
    role?: string;
    summary?: string;
    description?: string;
    tag?: string;
    errors?: readonly ErrorCode[];
    produces?: readonly string[];
    consumes?: string;
    answers?: string;
  };
}

type Json = Record<string, unknown>;
type Components = Record<string, unknown>;

/** Builds the OpenAPI 3.1 document from the schemas that validate requests and responses. */
export function openApi(
  routes: readonly DescribedRoute[],
  info: { version: string; description: string },
): Json {
  const schemas: Components = {};
  toSchema(Problem, 'output', schemas);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = toPath(route.url);
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: buildOperation(route, schemas),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'hostwarden', license: { name: 'MIT', identifier: 'MIT' }, ...info },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: [...new Set(routes.map((r) => r.config.tag ?? 'Other'))].map((name) => ({ name })),
    paths,
    components: { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

const toPath = (url: string): string => url.replace(/:(\w+)/g, '{$1}');

function buildOperation(route: DescribedRoute, schemas: Components): Json {
  const { schema, config } = route;
  const body = schema.body && schema.body !== emptyBody && toSchema(schema.body, 'input', schemas);
  return {
    operationId: operationId(route),
    tags: [config.tag ?? 'Other'],
    summary: config.summary,
    ...(config.description !== undefined && { description: config.description }),
    ...(config.role === 'public' ? { security: [] } : { 'x-role': config.role }),
    parameters: [
      ...buildParameters(schema.params, 'path', schemas),
      ...buildParameters(schema.querystring, 'query', schemas),
    ],
    ...(body && {
      requestBody: {
        required: !schema.body?.safeParse(undefined).success,
        content: { [config.consumes ?? 'application/json']: { schema: body } },
      },
    }),
    responses: { ...buildResponses(route, schemas), ...buildProblems(route) },
  };
}

function operationId({ method, url }: DescribedRoute): string {
  const words = url
    .replace(/:(\w+)/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return [method.toLowerCase(), ...words]
    .map((w, i) => (i === 0 ? w : w.charAt(0).toUpperCase() + w.slice(1)))
    .join('');
}

function buildParameters(
  schema: z.ZodType | undefined,
  where: 'path' | 'query',
  schemas: Components,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input', schemas) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

function buildResponses({ schema, config }: DescribedRoute, schemas: Components): Json {
  return Object.fromEntries(
    Object.entries(schema.response ?? {}).map(([status, response]) => {
      if (response instanceof z.ZodUndefined)
        return [status, { description: DESCRIPTIONS[status] ?? 'No content' }];
      const others = Object.fromEntries(
        (config.produces ?? []).map((type) => [type, { schema: { type: 'string' } }]),
      );
      return [
        status,
        {
          description: DESCRIPTIONS[status] ?? 'Success',
          content: {
            [config.answers ?? 'application/json']: {
              schema: toSchema(response, 'output', schemas),
            },
            ...others,
          },
        },
      ];
    }),
  );
}

const DESCRIPTIONS: Record<string, string> = {
  101: 'Switching protocols',
  200: 'Success',
  201: 'Created',
  202: 'Accepted',
};

/** Returns every error code that a route may respond with. */
function errorCodes({ method, schema, config }: DescribedRoute): ErrorCode[] {
  const writes = method !== 'GET';
  return [
    ...new Set<ErrorCode>([
      ...(schema.params || schema.querystring || schema.body ? ['validation_failed' as const] : []),
      'malformed_json',
      'unsupported_media_type',
      'body_too_large',
      ...(config.role === 'public' ? [] : ['unauthorized' as const, 'rate_limited' as const]),
      ...(config.role === 'operator' || config.role === 'admin' ? ['forbidden' as const] : []),
      ...(config.errors ?? []),
      ...(writes ? ['database_busy' as const, 'disk_full' as const] : []),
      'internal',
      'database_unavailable',
      'shutting_down',
    ]),
  ];
}

function buildProblems(route: DescribedRoute): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodes(route))
    byStatus.set(ERRORS[code][0], [...(byStatus.get(ERRORS[code][0]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((c) => `\`${c}\`: ${ERRORS[c][1]}`).join('; '),
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(codes.map((c) => [c, { value: buildExample(c) }])),
          },
        },
      },
    ]),
  );
}

const buildExample = (code: ErrorCode): Problem =>
  toProblem(new AppError(code, `${ERRORS[code][1]}.`), '5f0c9a1e-1k');

/** Converts a zod schema to JSON Schema 2020-12; schemas with an id become components. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Components): Json {
  const { $defs, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => applyOverride(zodSchema, jsonSchema),
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

// A schema with a transform declares its wire type by `.meta({ override })`; zod omits its examples and
// default.
function applyOverride(schema: z.core.$ZodTypes, json: Json): void {
  const { override, examples } = z.globalRegistry.get(schema) ?? {};
  if (schema._zod.def.type === 'default') json.default = schema._zod.def.defaultValue;
  if (examples !== undefined) json.examples = examples;
  if (override === undefined) return;
  for (const key of Object.keys(json))
    if (!['default', 'examples', 'description', 'id'].includes(key)) delete json[key];
  Object.assign(json, override);
}
