import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

const FOLDER = new URL('../fixtures/vex/', import.meta.url);

/** Returns a file of tests/fixtures/vex as parsed JSON. */
export const readVexFixture = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Record<string, unknown>;

// Schemas of CVSS are of older drafts; what they use means the same in 2020-12.
const readSchema = (name: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(readVexFixture(`schemas/${name}`)).filter(
      ([key]) => !['$schema', '$id', 'id'].includes(key),
    ),
  );

/** Returns a validator of the published JSON schema: the errors, or none. */
export function vexValidator(format: 'openvex' | 'csaf'): (document: unknown) => unknown[] {
  // Formats are annotations in 2020-12.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const version of ['2.0', '3.0', '3.1'])
    ajv.addSchema(
      readSchema(`cvss-v${version}.json`),
      `https://www.first.org/cvss/cvss-v${version}.json`,
    );
  const name = format === 'openvex' ? 'openvex_json_schema_0.2.0.json' : 'csaf_json_schema.json';
  const validate = ajv.compile(readVexFixture(`schemas/${name}`));
  return (document) => (validate(document) ? [] : (validate.errors ?? []));
}
