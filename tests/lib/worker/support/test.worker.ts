import { writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { serveWorker } from '../../../../src/lib/worker/port.js';
import { createTestHandlers } from './handlers.js';

const { closedFile, keepsRunning } = (workerData ?? {}) as {
  closedFile?: string;
  keepsRunning?: boolean;
};

serveWorker(
  createTestHandlers(() => {
    if (closedFile !== undefined) writeFileSync(closedFile, 'closed');
    if (keepsRunning) setInterval(() => undefined, 1000);
  }),
);
