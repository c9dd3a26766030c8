import type { FoundService } from '../../src/pentest/service.js';

/** Returns a service as found by a scan. */
export function service(port: number, known: Partial<FoundService> = {}): FoundService {
  return {
    port,
    transport: 'tcp',
    state: 'open',
    service: null,
    product: null,
    version: null,
    revision: null,
    cpe: null,
    banner: null,
    tls: null,
    details: {},
    confidence: 'confirmed',
    ...known,
  };
}
