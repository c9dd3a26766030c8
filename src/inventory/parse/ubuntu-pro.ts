import { parseJsonText } from '../../lib/json.js';
import type { Parsed } from '../inventory.js';

const MAX_SERVICES = 100;
/** UTF-16 units; the file of a machine with all services has about 10,000. */
const MAX_LENGTH = 256 * 1024;

/**
 * Parses the status file of the Ubuntu Pro client: the enabled services (`esm-infra`, `esm-apps`,
 * `fips-updates`). Empty where the system is not attached.
 */
export function parseUbuntuPro(text: string): Parsed<string[] | null> {
  if (text.trim() === '') return { value: null, warnings: [] };
  try {
    const { attached, services } = (parseJsonText(text, { maxLength: MAX_LENGTH }) ?? {}) as {
      attached?: unknown;
      services?: unknown;
    };
    if (attached !== true || !Array.isArray(services)) return { value: [], warnings: [] };
    return { value: services.slice(0, MAX_SERVICES).flatMap(nameIfEnabled), warnings: [] };
  } catch {
    return { value: null, warnings: ['not an Ubuntu Pro status'] };
  }
}

function nameIfEnabled(service: unknown): string[] {
  const { name, status } = (service ?? {}) as { name?: unknown; status?: unknown };
  return status === 'enabled' && typeof name === 'string' && /^[a-z0-9-]{1,64}$/.test(name)
    ? [name]
    : [];
}
