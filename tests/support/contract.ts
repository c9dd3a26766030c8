import type { Argument, Command, Option } from 'commander';
import type { Json, OpenApi, Operation } from './openapi.js';

// Annotations: they explain a schema and bind no client. Every other keyword is part of the contract.
const ANNOTATIONS = new Set(['description', 'title', 'examples', 'example', '$comment']);
// Keywords that hold schemas, or that are spelled out by the lines of the properties.
const STRUCTURE = new Set(['properties', 'required', 'items', 'anyOf', 'oneOf', 'allOf']);
const PROBLEM = 'application/problem+json';

/** One operation, without texts. The schemas are inlined, one line for each value: `.data[].id: integer`. */
interface OperationContract {
  role: string;
  parameters: string[];
  body?: Record<string, string[]>;
  /** by status: the codes of an error, else the body by its media type */
  responses: Record<string, string | Record<string, string[]>>;
}

/**
 * The part of an OpenAPI document that clients depend on: no summaries, descriptions or examples.
 * Schemas are inlined, so that the name of a component does not matter. Responses that are errors are listed by their
 * codes.
 */
export function httpContract(document: OpenApi): Json {
  const schemas = document.components.schemas;
  const paths = Object.entries(document.paths).map(([path, item]): [string, unknown] => [
    path,
    sortedObject(
      Object.entries(item).map(([method, operation]) => [
        method.toUpperCase(),
        operationContract(operation, schemas),
      ]),
    ),
  ]);
  return { errors: problemBodies(document), paths: withoutAliases(sortedObject(paths)) };
}

/** Writes a path below /api/v2 that equals the path without that prefix as `same as …`. */
function withoutAliases(paths: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, contract]) => {
      const short = path.replace('/api/v2/', '/');
      const isAlias = short !== path && JSON.stringify(paths[short]) === JSON.stringify(contract);
      return [path, isAlias ? `same as ${short}` : contract];
    }),
  );
}

function operationContract(operation: Operation, schemas: Record<string, Json>): OperationContract {
  const { parameters, requestBody, responses } = operation;
  const isPublic = operation.security?.length === 0;
  return {
    role: isPublic ? 'public' : String(operation['x-role']),
    parameters: parameters
      .flatMap((p) => schemaLines(p.schema, schemas, `${p.in} ${p.name}${p.required ? '' : '?'}`))
      .sort(),
    ...(requestBody && {
      body: bodyLines(requestBody.content, schemas, requestBody.required ? '' : '?'),
    }),
    responses: sortedObject(
      Object.entries(responses).map(([status, { content = {} }]) => [
        status,
        content[PROBLEM]
          ? Object.keys(content[PROBLEM].examples ?? {})
              .sort()
              .join(' ')
          : bodyLines(content, schemas),
      ]),
    ),
  };
}

const bodyLines = (
  content: Record<string, { schema: Json }>,
  schemas: Record<string, Json>,
  mark = '',
): Record<string, string[]> =>
  sortedObject(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      schemaLines(schema, schemas, `$${mark}`),
    ]),
  );

/** The bodies of all errors, each once. There is one: every error has the same structure. */
function problemBodies(document: OpenApi): string[][] {
  const bodies = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => Object.values(operation.responses))
    .flatMap(({ content }) => content?.[PROBLEM] ?? [])
    .map(({ schema }) => JSON.stringify(schemaLines(schema, document.components.schemas, '$')));
  return [...new Set(bodies)].map((text) => JSON.parse(text) as string[]);
}

/** A schema as lines: the path of a value, its type and what restricts it. Optional properties end in `?`. */
function schemaLines(schema: Json, schemas: Record<string, Json>, path: string): string[] {
  const resolved = resolve(schema, schemas);
  const {
    properties = {},
    required = [],
    items,
  } = resolved as {
    properties?: Record<string, Json>;
    required?: string[];
    items?: Json;
  };
  const lines = [`${path}: ${restrictions(resolved)}`.trimEnd()];
  for (const name of Object.keys(properties).sort()) {
    const mark = required.includes(name) ? '' : '?';
    lines.push(...schemaLines(properties[name] ?? {}, schemas, `${path}.${name}${mark}`));
  }
  const undeclared = required.filter((name) => !(name in properties)).sort();
  if (undeclared.length > 0) lines.push(`${path} requires ${undeclared.join(', ')}`);
  if (items) lines.push(...schemaLines(items, schemas, `${path}[]`));
  for (const keyword of ['anyOf', 'oneOf', 'allOf'])
    ((resolved[keyword] as Json[] | undefined) ?? []).forEach((variant, i) => {
      lines.push(...schemaLines(variant, schemas, `${path}<${keyword} ${i + 1}>`));
    });
  return lines;
}

// Keywords beside a reference hold too (JSON Schema 2020-12, section 8.2.3.1).
function resolve(schema: Json, schemas: Record<string, Json>): Json {
  const { $ref, ...rest } = schema;
  if (typeof $ref !== 'string') return schema;
  const target = schemas[$ref.replace('#/components/schemas/', '')];
  if (!target) throw new Error(`${$ref} is not in the document`);
  return { ...resolve(target, schemas), ...rest };
}

function restrictions(schema: Json): string {
  const { type, enum: values, ...others } = schema;
  const keywords = Object.entries(others)
    .filter(([keyword]) => !ANNOTATIONS.has(keyword) && !STRUCTURE.has(keyword))
    .map(([keyword, value]) => `${keyword}=${withoutTexts(value)}`)
    .sort();
  const types = type === undefined ? [] : [type].flat().map(String).sort();
  const sortedValues = ((values as unknown[] | undefined) ?? [])
    .map((v) => JSON.stringify(v))
    .sort();
  return [
    types.join('|'),
    ...(sortedValues.length > 0 ? [`enum=${sortedValues.join('|')}`] : []),
    ...keywords,
  ].join(' ');
}

const withoutTexts = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) => (ANNOTATIONS.has(key) ? undefined : inner));

/** A command with its arguments, options and sub-commands, by name; texts and placeholders of options are left out. */
export function commandContract(command: Command): Json {
  const { commands, registeredArguments, options } = command;
  return {
    ...(command.aliases().length > 0 && { aliases: command.aliases() }),
    arguments: registeredArguments.filter((a) => isInUsage(command, a)).map(argumentLine),
    options: options
      .filter((o) => !o.hidden)
      .map(optionLine)
      .sort(),
    ...(commands.length > 0 && {
      commands: sortedObject(commands.filter(isPublic).map((c) => [c.name(), commandContract(c)])),
    }),
  };
}

// The scripts of shell completion call the others; they are a part of the program.
const isPublic = (command: Command): boolean => !command.name().startsWith('_');

// An argument that only catches mistyped words is not in the usage.
const isInUsage = (command: Command, argument: Argument): boolean =>
  new RegExp(`[<[]${argument.name()}\\b`).test(command.usage());

function argumentLine(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  const choices = argument.argChoices ? ` ${argument.argChoices.join('|')}` : '';
  return `${argument.required ? `<${name}>` : `[${name}]`}${choices}`;
}

function valueSyntax(option: Option): string {
  if (option.required) return ' <value>';
  return option.optional ? ' [value]' : '';
}

function optionLine(option: Option): string {
  const value = valueSyntax(option);
  const names = [option.short, option.long].filter((name) => name !== undefined).join(', ');
  return [
    `${names}${value}${option.variadic ? '...' : ''}`,
    ...(option.argChoices ? [option.argChoices.join('|')] : []),
    ...(option.envVar === undefined ? [] : [`env=${option.envVar}`]),
    ...(option.mandatory ? ['mandatory'] : []),
  ].join(' ');
}

function sortedObject<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
