import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { escapeHtml } from '../reports/formats/html.tables.js';
import { VERSION } from '../version.js';

/** A file of the console, and its compressed forms. */
export interface ConsoleFile {
  type: string;
  bytes: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

/** The built console. It is read once: it is small, and a path of a request is never a path of a file. */
export interface ConsoleFiles {
  /** differs between two builds */
  version: string;
  /** Returns the page for a path of this many folders below `/ui/`. */
  shell: (depth: number) => string;
  /** the files of the folder `a`, by name */
  assets: ReadonlyMap<string, ConsoleFile>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const ABSOLUTE_PATH = /(?:^|[\s'"])(?:[/\\]|[a-z]:[/\\])/i;

/** Where `npm run build` writes the console: for the compiled service and for the sources. */
export const CONSOLE_FOLDER = new URL('../../dist/console/', import.meta.url);

/**
 * Reads the built console; null: it is not built.
 * @param program how a person starts the program. Pages are public: one with an absolute path is left out of them.
 */
export function readConsole(folder: URL, program: string): ConsoleFiles | null {
  const page = new URL('index.html', folder);
  if (!existsSync(page)) return null;
  const html = readFileSync(page, 'utf8');
  const version = `${VERSION}+${createHash('sha256').update(html).digest('hex').slice(0, 8)}`;
  const shown = ABSOLUTE_PATH.test(program) ? '' : escapeHtml(program);
  const parts = html
    .split('./a/')
    .map((part) => part.replace('%VERSION%', version).replace('%PROGRAM%', () => shown));
  return {
    version,
    shell: (depth) => parts.join(`${'../'.repeat(depth) || './'}a/`),
    assets: readAssets(new URL('a/', folder)),
  };
}

function readAssets(folder: URL): Map<string, ConsoleFile> {
  const assets = new Map<string, ConsoleFile>();
  for (const name of readdirSync(folder)) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const br = readOptional(new URL(`${name}.br`, folder));
    const gzip = readOptional(new URL(`${name}.gz`, folder));
    const bytes = readFileSync(new URL(name, folder));
    assets.set(name, { type, bytes, ...(br && { br }), ...(gzip && { gzip }) });
  }
  return assets;
}

const readOptional = (file: URL): Buffer | undefined =>
  existsSync(file) ? readFileSync(file) : undefined;
