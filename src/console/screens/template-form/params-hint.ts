import { toParams, type ParamField, type ParamValues } from './schema-fields.js';

/**
 * Returns which params are missing, or exclude each other; null: nothing of that kind is wrong.
 * @param schema JSON Schema of the params: `required`, `minProperties` and `maxProperties` are read
 */
export function paramsHint(
  schema: Readonly<Record<string, unknown>>,
  fields: readonly ParamField[],
  values: ParamValues,
): string | null {
  const { required = [], minProperties = 0, maxProperties = Infinity } = schema;
  const given = Object.keys(toParams(fields, values) ?? {});
  const titles = (shown: readonly ParamField[]): string =>
    shown.map(({ title }) => title).join(', ');
  const missing = fields.filter(
    ({ name }) => (required as readonly string[]).includes(name) && !given.includes(name),
  );
  if (missing.length > 0) return `It needs: ${titles(missing)}`;
  if (given.length < Number(minProperties)) return `Choose one of: ${titles(fields)}`;
  return given.length > Number(maxProperties) ? `Choose only one of: ${titles(fields)}` : null;
}
