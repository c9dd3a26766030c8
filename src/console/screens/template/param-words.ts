/** A param of a task type as people read it. */
export interface ParamWords {
  name: string;
  value: string;
}

/** The names of params as the form has them. */
const NAMES: Readonly<Record<string, string>> = {
  checks: 'Checks for weaknesses',
  credential_id: 'Credential',
  discovery: 'Discovery of hosts',
  imported: 'Imported reports',
  ports: 'Ports',
  ranges: 'Address ranges',
  speed: 'Speed',
};

/** Returns the params of a template in words; those of an unknown name keep it. */
export const paramWords = (params: Readonly<Record<string, unknown>> | null): ParamWords[] =>
  Object.entries(params ?? {}).map(([key, value]) => ({
    name: NAMES[key] ?? key.replaceAll('_', ' '),
    value: valueText(value),
  }));

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
