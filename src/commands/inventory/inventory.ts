import { collectReport, CollectorError } from '../../platform/process/collector.js';
import { getData } from '../client/request.js';
import { withClient, type ConnectOptions } from '../client/client.js';
import { lookupHost } from '../client/lookup.js';
import { readReportFile } from './report-file.js';
import { CommandError, type Io } from '../output/io.js';
import { pluralize, printable } from '../output/text.js';

export interface InventoryImportOptions extends Omit<ConnectOptions, 'works'> {
  host: string;
  file: string;
}

interface Imported {
  full_os_name: string | null;
  os: string | null;
  packages_count: number;
  warnings: { section: string; message: string }[];
}

/** Hands a report from a file to the service, for the host that an id, an address or a name means. */
export async function inventoryImport(options: InventoryImportOptions, io: Io): Promise<number> {
  const body = readReportFile(options.file);
  return withClient(options, io, async (client) => {
    const host = await lookupHost(client, options.host);
    const inventory = await getData<Imported>(client, 'PUT', `/hosts/${host.id}/inventory`, body);
    for (const { section, message } of inventory.warnings)
      io.stderr.write(`Warning: ${printable(section)}: ${printable(message)}\n`);
    io.stderr.write(
      `Host ${host.id}, ${printable(host.hostname)}: ${printable(inventory.full_os_name ?? inventory.os ?? 'an unknown system')}, ${pluralize(inventory.packages_count, 'package')}.\n`,
    );
    return 0;
  });
}

/** Prints this machine's report, as "inventory import" takes it. Needs no service. */
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
    if (error instanceof CollectorError)
      throw new CommandError(
        `This machine's report could not be collected: ${printable(error.message)}`,
      );
    throw error;
  }
}
