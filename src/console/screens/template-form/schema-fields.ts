/** A param of a task type, as a control of the form. */
export interface ParamField {
  name: string;
  title: string;
  help: string;
  /** `list`: texts separated by commas or spaces; `credential`: one of those that are stored */
  kind: 'choice' | 'list' | 'flag' | 'credential' | 'text';
  /** of a choice */
  options: string[];
  /** used when the param is left out */
  fallback: string;
}

interface Schema {
  type?: unknown;
  title?: unknown;
  description?: unknown;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

/** Returns the controls for the JSON Schema of params; none for a type without params. */
export function paramFields(
  schema: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, unknown>> | null,
): ParamField[] {
  const { properties = {} } = objectOf(schema);
  return Object.entries(properties).map(([name, property]) => {
    const { title, description } = property;
    return {
      name,
      title: typeof title === 'string' ? title : name,
      help: typeof description === 'string' ? description : '',
      kind: controlKind(name, property),
      options: (property.enum ?? []).map(String),
      fallback: fallbackText(defaults?.[name]),
    };
  });
}

/** A schema of params that may be null is a choice of an object and null. */
const objectOf = (schema: Schema): Schema =>
  schema.properties
    ? schema
    : (schema.anyOf?.find(({ properties }) => properties !== undefined) ?? {});

function controlKind(
  name: string,
  { type, enum: options, const: only }: Schema,
): ParamField['kind'] {
  if (name === 'credential_id') return 'credential';
  if (options) return 'choice';
  if (only === true || type === 'boolean') return 'flag';
  return type === 'array' ? 'list' : 'text';
}

/** Returns the default of a parameter as text; empty: none. */
export const fallbackText = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ');
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Values of the controls, by the name of the param; empty: left out. */
export type ParamValues = Readonly<Record<string, string>>;

/** Returns the values of the controls for stored params. */
export const toValues = (params: Readonly<Record<string, unknown>> | null): ParamValues =>
  Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [name, fallbackText(value)]),
  );

/** Returns the params of the request; null: all are left out. */
export function toParams(
  fields: readonly ParamField[],
  values: ParamValues,
): Record<string, unknown> | null {
  const given = fields.flatMap(({ name, kind }): [string, unknown][] => {
    const text = (values[name] ?? '').trim();
    return text === '' ? [] : [[name, toValue(kind, text)]];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}

function toValue(kind: ParamField['kind'], text: string): unknown {
  if (kind === 'list') return text.split(/[\s,;]+/).filter((part) => part !== '');
  if (kind === 'credential') return Number(text);
  return kind === 'flag' ? text === 'true' : text;
}
