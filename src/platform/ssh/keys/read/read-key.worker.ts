import { serveWorker } from '../../../../lib/worker/port.js';
import { readKey } from './read-key.js';
import type { KeyReaderProtocol } from './key-reader.js';

/** The thread that checks passphrases, which takes a second by design. */
serveWorker<KeyReaderProtocol>({ request: readKey });
