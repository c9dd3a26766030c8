import { serveWorker } from '../../../lib/worker/port.js';
import { readVex } from './read-vex.js';
import type { VexReaderProtocol } from './vex-reader.js';

/** The worker thread that reads one VEX document. */
serveWorker<VexReaderProtocol>({ request: readVex });
