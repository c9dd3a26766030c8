// Writes the types of the console's requests from the stored OpenAPI document: openapi.json → schema.d.ts, which is not
// in git. Does nothing when they are up to date. Build, type check, lint and tests run it first.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../src/console/api/', import.meta.url);
const target = new URL('schema.d.ts', FOLDER);
const document = readFileSync(new URL('openapi.json', FOLDER), 'utf8');
const sha256 = createHash('sha256').update(document).digest('hex');
const head = `// Generated from openapi.json by scripts/api-types.mjs: ${sha256}\n\n`;

if (!existsSync(target) || !readFileSync(target, 'utf8').startsWith(head)) {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  writeFileSync(target, head + astToString(await openapiTS(document)));
}
