import type { Inventory, Parsed } from '../inventory.js';
import { parseJsonObject, jsonText, type JsonObject } from './json-lines.js';
import { parseWholeNumber } from './text.js';

const MACHINES: Readonly<Record<string, string>> = {
  AMD64: 'x86_64',
  ARM64: 'aarch64',
  X86: 'i686',
};

/**
 * Reads what a Windows tells of itself, one JSON object: `name`, `caption`, `version` (10.0.20348), `ubr`, `display_version` (21H2), `architecture`,
 * `ram` (bytes), `cpu_name`, `cpu_cores` (logical processors), `uptime` (seconds), `reboot_pending`. The version is that of the kernel, with the update's number.
 */
export function parseWindowsSystem(section: string): Parsed<Inventory | null> {
  const told = parseJsonObject(section.replace(/^\ufeff/, '').trim());
  const version = told === null ? null : fullVersion(told);
  if (told === null || (jsonText(told.caption) === null && version === null))
    return { value: null, warnings: ['no JSON object with a caption or a version'] };
  const architecture = jsonText(told.architecture);
  const value: Inventory = {
    name: jsonText(told.name),
    os: 'Windows',
    kernel_version: version,
    os_version: version,
    full_os_name:
      [jsonText(told.caption), jsonText(told.display_version)]
        .filter((word) => word !== null)
        .join(' ') || null,
    ...hardware(told),
    architecture: MACHINES[architecture?.toUpperCase() ?? ''] ?? architecture,
    running_kernel: version,
    reboot_required: typeof told.reboot_pending === 'boolean' ? told.reboot_pending : null,
  };
  return { value, warnings: [] };
}

function hardware(told: JsonObject): Pick<Inventory, 'ram' | 'cpu_cores' | 'cpu_name' | 'uptime'> {
  const number = (value: unknown): number | null => parseWholeNumber(jsonText(value) ?? undefined);
  return {
    ram: number(told.ram),
    cpu_cores: number(told.cpu_cores),
    cpu_name: jsonText(told.cpu_name)?.replace(/\s+/g, ' ') ?? null,
    uptime: number(told.uptime),
  };
}

function fullVersion(told: JsonObject): string | null {
  const version = jsonText(told.version);
  const ubr = jsonText(told.ubr);
  return version !== null && ubr !== null && /^\d+$/.test(ubr) ? `${version}.${ubr}` : version;
}
