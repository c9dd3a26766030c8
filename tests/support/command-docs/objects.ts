import type { Json } from '../openapi.js';
import { escapeCell } from './text.js';

type Schemas = Readonly<Record<string, Json>>;

/** The parts of a JSON schema that the OpenAPI document uses. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  description?: string;
}

/** Returns a section for each of these objects of the HTTP API, and for each object that one of them refers to. */
export const renderObjects = (names: readonly string[], schemas: Schemas): string[] =>
  reachable(names, schemas).map((name) => renderObject(name, schemas));

/** Returns the names of objects, and of those that they refer to, sorted. */
function reachable(names: readonly string[], schemas: Schemas): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const [, next = ''] of JSON.stringify(schemas[name] ?? {}).matchAll(REFERENCE))
      visit(next);
  };
  names.forEach(visit);
  return [...found].filter((name) => isObject(schemas[name])).sort();
}

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;
const isObject = (schema: Json | undefined): boolean => schema?.properties !== undefined;

function renderObject(name: string, schemas: Schemas): string {
  const rows = fieldRows(schemas[name] as Schema, '', schemas);
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [
    `### ${name}`,
    ['| field | type | meaning |', '| --- | --- | --- |', ...lines].join('\n'),
    '',
  ].join('\n\n');
}

/** Returns the rows of an object's fields; those of an object without a name follow the field that holds it. */
function fieldRows({ properties = {} }: Schema, prefix: string, schemas: Schemas): string[][] {
  return Object.entries(properties).flatMap(([field, schema]) => {
    const path = `${prefix}${field}`;
    const row = [`\`${path}\``, typeText(schema, schemas), escapeCell(schema.description ?? '')];
    return [row, ...innerRows(schema, path, schemas)];
  });
}

function innerRows(schema: Schema, path: string, schemas: Schemas): string[][] {
  const { items, anyOf = [], properties, additionalProperties: values } = schema;
  return [
    ...(properties ? fieldRows(schema, `${path}.`, schemas) : []),
    ...(items ? innerRows(items, `${path}[]`, schemas) : []),
    ...(typeof values === 'object' ? innerRows(values, `${path}.*`, schemas) : []),
    ...anyOf.flatMap((part) => innerRows(part, path, schemas)),
  ];
}

/** `integer`, `text or null`, `list of Finding` */
function typeText(schema: Schema, schemas: Schemas): string {
  const { $ref, type, items, anyOf, enum: values, const: value } = schema;
  if ($ref !== undefined) return referenceText($ref, schemas);
  if (anyOf) return [...new Set(anyOf.map((part) => typeText(part, schemas)))].join(' or ');
  const fixed = values ?? (value === undefined ? undefined : [value]);
  if (fixed) return fixed.map((v) => `\`${String(v)}\``).join(', ');
  if (items) return `list of ${typeText(items, schemas)}`;
  const { additionalProperties: each } = schema;
  if (typeof each === 'object') return `object of ${typeText(each, schemas)}`;
  return [type ?? 'any']
    .flat()
    .map((t) => (t === 'string' ? 'text' : t))
    .join(' or ');
}

/** A link to an object; of another schema its type. */
function referenceText(reference: string, schemas: Schemas): string {
  const name = reference.split('/').at(-1) ?? '';
  return isObject(schemas[name])
    ? `[${name}](#${name.toLowerCase()})`
    : typeText(schemas[name] ?? {}, schemas);
}
