import { pluralize, printable } from '../../lib/text.js';
import { parseJson } from '../../platform/http/http-client.js';
import { withClient } from '../client/client.js';
import { getData, send } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import { readInput } from '../input/read-input.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printJson, type JsonOption } from '../output/items.js';

export interface VexImportOptions extends ServiceOptions, JsonOption {
  file: string;
}
export interface VexRemoveOptions extends ServiceOptions {
  /** id of the document */
  source: string;
}

interface ImportedVex {
  source: string;
  by: string;
  acceptances: number;
  added: number;
  ended: number;
  skipped: { product: number; version: number; contradicted: number };
}

/** Imports a VEX document of a vendor. */
export async function vexImport(options: VexImportOptions, io: Io): Promise<number> {
  const document = await readDocument(options.file, io);
  const imported = await withClient({ ...options, needsDataDir: false }, io, (client) =>
    getData<ImportedVex>(client, 'POST', '/vex', document),
  );
  if (options.json) printJson(imported, io);
  const { source, by, acceptances, added, ended } = imported;
  const counts = `${pluralize(acceptances, 'acceptance')}, ${added} new, ${ended} ended`;
  io.stderr.write(
    `${printable(source)} by ${printable(by)}: ${counts}.\n${describeSkipped(imported.skipped)}`,
  );
  return 0;
}

/** Ends the acceptances of a document. */
export async function vexRemove(options: VexRemoveOptions, io: Io): Promise<number> {
  const { source } = options;
  await withClient(options, io, (client) =>
    send(client, 'DELETE', `/vex?source=${encodeURIComponent(source)}`),
  );
  io.stderr.write(`The acceptances of ${printable(source)} ended.\n`);
  return 0;
}

function describeSkipped({ product, version, contradicted }: ImportedVex['skipped']): string {
  const lines = [
    [product, 'about products that are not matched'],
    [version, 'about a fix without a version'],
    [contradicted, 'contradicted by another statement'],
  ] as const;
  return lines
    .filter(([count]) => count > 0)
    .map(([count, why]) => `Skipped: ${pluralize(count, 'statement')} ${why}.\n`)
    .join('');
}

async function readDocument(file: string, io: Io): Promise<object> {
  const value = parseJson((await readInput(file, io)).toString('utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandError(`${file} is not JSON, or not an object`);
  return value;
}
