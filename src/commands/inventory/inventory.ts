import { pluralize, printable } from '../../lib/text.js';
import { systemClock } from '../../platform/clock.js';
import { feedsText } from '../../reports/present/coverage.js';
import type { Coverage } from '../../vulnerabilities/coverage/coverage.js';
import { collectReport, CollectorError } from '../../platform/process/collector.js';
import { withClient } from '../client/client.js';
import { lookupOrCreateHost } from '../client/lookup.js';
import { getData, readData } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printJson, type JsonOption } from '../output/items.js';
import { readReportFile } from './report-file.js';

export interface InventoryImportOptions extends ServiceOptions, JsonOption {
  /** id, IP address or name */
  host: string;
  file: string;
}

interface ImportedInventory {
  full_os_name: string | null;
  os: string | null;
  packages_count: number;
  warnings: { section: string; message: string }[];
}

interface FindingsMeta {
  total: number;
  coverage: Coverage;
}

/** Imports a report from a file as the inventory of a host. The host of an unknown IP address is created. */
export async function inventoryImport(options: InventoryImportOptions, io: Io): Promise<number> {
  const body = await readReportFile(options.file, io);
  return withClient({ ...options, needsDataDir: false }, io, async (client) => {
    const { host, isNew } = await lookupOrCreateHost(client, options.host);
    if (isNew)
      io.stderr.write(`No host had the address ${host.current_ip}: created host ${host.id}.\n`);
    const url = `/hosts/${host.id}/inventory`;
    const inventory = await getData<ImportedInventory>(client, 'PUT', url, body);
    for (const { section, message } of inventory.warnings)
      io.stderr.write(`Warning: ${printable(section)}: ${printable(message)}\n`);
    const system = printable(inventory.full_os_name ?? inventory.os ?? 'unknown operating system');
    const packages = pluralize(inventory.packages_count, 'package');
    io.stderr.write(`Host ${host.id}, ${printable(host.hostname)}: ${system}, ${packages}.\n`);
    io.stderr.write(await describeCoverage(client, host.id));
    if (options.json) printJson(inventory, io);
    return 0;
  });
}

/** Returns what was not checked with its remedy, or the number of open findings and the data that was used. */
async function describeCoverage(client: Client, hostId: number): Promise<string> {
  const response = await client.request(
    'GET',
    `/hosts/${hostId}/vulnerabilities?accepted=false&limit=1`,
  );
  readData(response);
  const { total, coverage } = (response.body as { meta: FindingsMeta }).meta;
  const { state, message, feeds } = coverage.packages;
  if (state === 'not_matched') return `The packages were not checked. ${message ?? ''}\n`;
  const partly =
    state === 'partly' ? `The packages were only partly checked. ${message ?? ''}\n` : '';
  const hint = total > 0 ? `; see "hostwarden fixes ${hostId}"` : '';
  const data = feedsText({ feeds }, systemClock.now());
  return `${partly}${pluralize(total, 'open finding')}${partly && ' in the checked packages'}${hint}. ${data}.\n`;
}

/** Prints the report of this machine in the format of "inventory import". Needs no service. */
export async function inventoryCollect(
  _options: unknown,
  io: Pick<Io, 'stdout' | 'signal'>,
): Promise<number> {
  if (process.platform === 'win32')
    throw new CommandError('On Windows, run the collector in agent/ with PowerShell');
  try {
    io.stdout.write(await collectReport(io.signal));
    return 0;
  } catch (error) {
    if (io.signal.aborted) throw new CommandError('Interrupted', 130);
    if (!(error instanceof CollectorError)) throw error;
    throw new CommandError(
      `The report of this machine could not be collected: ${printable(error.message)}`,
    );
  }
}
