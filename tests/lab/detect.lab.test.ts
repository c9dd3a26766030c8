import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSemaphore } from '../../src/lib/semaphore.js';
import { createDialer } from '../../src/platform/net/tcp-dialer.js';
import { createDetector } from '../../src/pentest/detect/detect.js';
import type { FoundService } from '../../src/pentest/service.js';
import { parseTruth, PRODUCT_NAMES } from './product.names.mjs';

const script = fileURLToPath(new URL('daemons.sh', import.meta.url));
const run = promisify(execFile);
const missing = missingPrerequisite();
if (missing !== null) console.log(`service detection on real daemons: skipped, needs ${missing}`);

describe.skipIf(missing !== null)('service detection on real daemons', () => {
  let truth: ReturnType<typeof parseTruth> = [];
  let found: FoundService[] = [];

  beforeAll(async () => {
    truth = parseTruth((await run(script, ['up'])).stdout);
    const detector = createDetector({ dialer: createDialer(() => null) });
    const slots = createSemaphore(16);
    const { signal } = new AbortController();
    found = await Promise.all(
      truth.map(({ port }) =>
        slots.run(async (): Promise<FoundService> => ({
          port,
          transport: 'tcp',
          state: 'open',
          ...(await detector.detect({ ip: '127.0.0.1', port }, signal)),
        })),
      ),
    );
  }, 600_000);
  afterAll(async () => {
    await run(script, ['down']);
  }, 60_000);

  it('covers at least 25 daemons', () => {
    expect(new Set(truth.map(({ name }) => name)).size).toBeGreaterThanOrEqual(25);
  });

  it('identifies the service of each', () => {
    expect(
      wrong(
        ({ name }, service) => PRODUCT_NAMES[name]?.service.test(service.service ?? '') === true,
      ),
    ).toEqual([]);
  });

  it('identifies the product of each that reports it', () => {
    expect(wrong(({ name }, service) => service.product === PRODUCT_NAMES[name]?.ours)).toEqual([]);
  });

  it('identifies the version of each that reports it', () => {
    expect(wrong(({ version, shown }, service) => !shown || service.version === version)).toEqual(
      [],
    );
  });

  it('never guesses a version', () => {
    expect(
      wrong(
        ({ version }, service) => service.version === null || version.startsWith(service.version),
      ),
    ).toEqual([]);
  });

  it('returns the certificate of each that has one', () => {
    expect(
      wrong(({ tls }, service) => (tls === 'none' ? service.tls === null : service.tls !== null)),
    ).toEqual([]);
  });

  /** The lines that do not match, so that a failure shows the detected service. */
  function wrong(
    fits: (truth: ReturnType<typeof parseTruth>[number], service: FoundService) => boolean,
  ): string[] {
    return truth.flatMap((line) => {
      const service = found.find(({ port }) => port === line.port);
      const shown = [service?.service, service?.product, service?.version, service?.tls?.version];
      const mismatch = `${line.port} ${line.name} ${line.version}: ${shown.join(' ')}`;
      return service !== undefined && fits(line, service) ? [] : [mismatch];
    });
  }
});

function missingPrerequisite(): string | null {
  if (process.getuid?.() !== 0) return 'root';
  return existsSync('/etc/debian_version') ? null : 'a Debian';
}
