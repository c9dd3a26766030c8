import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { issueCertificates } from '../../../src/data-dir/server-certificate.js';
import { temporaryFolder } from '../../support/app.js';
import { compiled } from '../../support/compiled.js';

/**
 * Whether a separate process verifies the certificate of a server at 127.0.0.1. `trusting`:
 * NODE_EXTRA_CA_CERTS, which Node reads at its start, contains the authority.
 */
async function isVerified(name: string, trusting: boolean): Promise<string> {
  const folder = temporaryFolder();
  const file = (what: string): string => join(folder, what);
  const { key, chainFor, root } = issueCertificates(
    { tlsKey: file('key'), tlsRoot: file('root'), tlsRootKey: file('root-key') },
    [name],
    Date.now() / 1000,
  );
  const server = createServer({ key, cert: chainFor([name]) });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  writeFileSync(file('authority.pem'), root);
  const { url, remove } = compiled('platform/winrm/connection.ts', 'verified');
  onTestFinished(remove);
  const { port } = server.address() as AddressInfo;
  const script = `const { openConnection } = await import('${url.href}');
const target = { ip: '127.0.0.1', port: ${port}, tls: true, guard: () => null, timeoutMs: 10000 };
const { socket, certificate } = await openConnection(target);
console.log(String(certificate.verified)); socket.destroy();`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    {
      env: {
        PATH: process.env.PATH,
        ...(trusting && { NODE_EXTRA_CA_CERTS: file('authority.pem') }),
      },
    },
  );
  return stdout.trim();
}

describe('certificate of a Windows host', () => {
  it.each([
    ['127.0.0.1', true, 'true'],
    ['127.0.0.1', false, 'false'],
    ['127.0.0.9', true, 'false'],
  ])(
    'for %s, its authority trusted: %s; verified at 127.0.0.1: %s',
    async (name, trusting, verified) => {
      expect(await isVerified(name, trusting)).toBe(verified);
    },
  );
});
