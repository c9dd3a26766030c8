import { serveWorker } from '../../lib/worker/port.js';
import { jobHandlers } from './run-job.js';

serveWorker(jobHandlers);
