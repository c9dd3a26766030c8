import { serveWorker } from '../lib/worker/port.js';
import { createFleetHandlers } from './fleet-handlers.js';

serveWorker(createFleetHandlers());
