import { serveWorker } from '../../lib/worker/port.js';
import { rematchHandlers } from './rematch.js';

serveWorker(rematchHandlers);
