import { existsSync } from 'node:fs';
import { createWorkerClient } from '../../../../lib/worker/client.js';
import { createLocalWorkerClient } from '../../../../lib/worker/local-client.js';
import type { WorkerProtocol } from '../../../../lib/worker/messages.js';
import type { KeyFile, ReadKey } from './key-file.js';

export interface KeyReaderProtocol extends WorkerProtocol {
  request: KeyFile;
  response: ReadKey;
}

/** A key has some KB; the rest is the code that reads it. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/** Reads private keys in a thread that ends afterwards: a passphrase takes a second to check. */
export async function readKeyFile(
  file: KeyFile,
  url = new URL('./read-key.worker.js', import.meta.url),
): Promise<ReadKey> {
  const client = existsSync(url)
    ? createWorkerClient<KeyReaderProtocol>({ url, name: 'key-reader', resourceLimits: LIMITS })
    : createLocalWorkerClient<KeyReaderProtocol>(async () => ({
        request: (await import('./read-key.js')).readKey,
      }));
  try {
    return await client.request(file);
  } finally {
    await client.terminate();
  }
}
