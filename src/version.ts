import { readFileSync } from 'node:fs';

const packageFile = new URL('../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** The version in package.json. */
export const VERSION = version;
