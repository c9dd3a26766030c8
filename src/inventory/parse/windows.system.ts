import type { Inventory, Parsed } from '../inventory.js';
import { parseJsonObject, jsonText, type JsonObject } from './json-lines.js';
import { parseWholeNumber } from './text.js';

const MACHINES: Readonly<Record<string, string>> = {
  AMD64: 'x86_64',
  ARM64: 'aarch64',
  X86: 'i686',
};

/**
 * Parses the system section of a Windows host, one JSON object: `name`, `caption`, `version` (10.0.20348),
 * `ubr`, `display_version` (21H2), `architecture`, `ram` (bytes), `cpu_name`, `cpu_cores` (logical
 * processors), `uptime` (seconds), `reboot_pending`. The version is the kernel's with the update build
 * revision (`ubr`).
 */
export function parseWindowsSystem(section: string): Parsed<Inventory | null> {
  const system = parseJsonObject(section.replace(/^\ufeff/, '').trim());
  const version = system === null ? null : fullVersion(system);
  if (system === null || (jsonText(system.caption) === null && version === null))
    return { value: null, warnings: ['no JSON object with a caption or a version'] };
  const architecture = jsonText(system.architecture);
  const value: Inventory = {
    name: jsonText(system.name),
    os: 'Windows',
    kernel_version: version,
    os_version: version,
    full_os_name:
      [jsonText(system.caption), jsonText(system.display_version)]
        .filter((word) => word !== null)
        .join(' ') || null,
    ...hardware(system),
    architecture: MACHINES[architecture?.toUpperCase() ?? ''] ?? architecture,
    running_kernel: version,
    reboot_required: typeof system.reboot_pending === 'boolean' ? system.reboot_pending : null,
  };
  return { value, warnings: [] };
}

function hardware(
  system: JsonObject,
): Pick<Inventory, 'ram' | 'cpu_cores' | 'cpu_name' | 'uptime'> {
  const number = (value: unknown): number | null => parseWholeNumber(jsonText(value) ?? undefined);
  return {
    ram: number(system.ram),
    cpu_cores: number(system.cpu_cores),
    cpu_name: jsonText(system.cpu_name)?.replace(/\s+/g, ' ') ?? null,
    uptime: number(system.uptime),
  };
}

function fullVersion(system: JsonObject): string | null {
  const version = jsonText(system.version);
  const ubr = jsonText(system.ubr);
  return version !== null && ubr !== null && /^\d+$/.test(ubr) ? `${version}.${ubr}` : version;
}
