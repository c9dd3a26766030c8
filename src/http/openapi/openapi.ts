import { z } from 'zod';
import { AppError, ERRORS, type ErrorCode } from '../../errors.js';
import { emptyBody } from '../defaults.js';
import { Problem, toProblem } from '../problem.js';
import { operationIds } from './operation-ids.js';
import { TAG_DESCRIPTIONS } from './tags.js';
import { toSchema } from './to-schema.js';

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
    operation?: string;
    summary?: string;
    description?: string;
    tag?: string;
    errors?: readonly ErrorCode[];
    produces?: readonly string[];
    consumes?: string;
    answers?: string;
    tagged?: unknown;
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
  const ids = operationIds(routes);
  const urls = new Set(routes.map(({ url }) => url));
  routes.forEach((route, i) => {
    const path = toPath(route.url);
    const bare = route.url.replace(/^\/api\/v2\//, '/');
    const alias = bare !== route.url && urls.has(bare) ? toPath(bare) : null;
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: {
        operationId: ids[i],
        ...buildOperation(route, alias, schemas),
      },
    };
  });
  return {
    openapi: '3.1.0',
    info: { title: 'hostwarden', license: { name: 'MIT', identifier: 'MIT' }, ...info },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: [...new Set(routes.map((r) => r.config.tag ?? 'Other'))].sort().map(buildTag),
    paths,
    components: { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

const toPath = (url: string): string => url.replace(/:(\w+)/g, '{$1}');

function buildTag(name: string): Json {
  const description = TAG_DESCRIPTIONS[name];
  return { name, ...(description !== undefined && { description }) };
}

function buildOperation(route: DescribedRoute, alias: string | null, schemas: Components): Json {
  const { schema, config } = route;
  const body = schema.body && schema.body !== emptyBody && toSchema(schema.body, 'input', schemas);
  return {
    tags: [config.tag ?? 'Other'],
    summary: config.summary,
    description: buildDescription(route, alias),
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
    responses: {
      ...buildResponses(route, schemas),
      ...(config.tagged !== undefined && { 304: { description: DESCRIPTIONS['304'] } }),
      ...buildProblems(route),
    },
  };
}

/** Describes the operation, who may call it, and which path is the same. */
function buildDescription({ method, config }: DescribedRoute, alias: string | null): string {
  const orHigher = config.role === 'admin' ? '' : ' or a higher one';
  const role =
    config.role === 'public'
      ? 'Needs no token.'
      : `Needs a token with the role \`${config.role ?? 'viewer'}\`${orHigher}.`;
  return [
    config.description ?? `${config.summary ?? ''}.`,
    role,
    ...(alias === null ? [] : [`The same as \`${method} ${alias}\`.`]),
  ].join(' ');
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
  304: 'Not modified: `If-None-Match` names the newest response',
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
