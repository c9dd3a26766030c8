/**
 * Returns a JSON value as YAML 1.2 in block style. Texts and keys are in double quotes, as in JSON, which YAML 1.2
 * includes (section 1.3 of its specification).
 */
export const toYaml = (value: unknown): string => {
  const lines: string[] = [];
  addNode(lines, value, '', '');
  return `${lines.join('\n')}\n`;
};

const INDENT = '  ';

/** @param start of the first line: the key or the dash before the value */
function addNode(lines: string[], value: unknown, start: string, indent: string): void {
  if (Array.isArray(value) && value.length > 0) addItems(lines, value, start, indent);
  else if (isFilledObject(value)) addFields(lines, value, start, indent);
  else lines.push(`${start}${JSON.stringify(value)}`);
}

function addItems(lines: string[], items: readonly unknown[], start: string, indent: string): void {
  if (start !== '') lines.push(start.trimEnd());
  for (const item of items) addNode(lines, item, `${indent}- `, indent + INDENT);
}

function addFields(lines: string[], fields: object, start: string, indent: string): void {
  if (start !== '') lines.push(start.trimEnd());
  for (const [key, value] of Object.entries(fields))
    if (value !== undefined)
      addNode(lines, value, `${indent}${JSON.stringify(key)}: `, indent + INDENT);
}

const isFilledObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;
