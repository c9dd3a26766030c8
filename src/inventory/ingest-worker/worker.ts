import { serveWorker } from '../../lib/worker/port.js';
import { createIdCache } from './id-cache.js';
import { toWire, type ReportReaderProtocol } from './messages.js';
import { indexReport } from './parse.js';

const cache = createIdCache();

/**
 * The worker thread that indexes reports. The main thread, which has the database, resolves ids that are
 * not cached.
 */
serveWorker<ReportReaderProtocol>({
  request: async ({ report, context }, { ask }) =>
    toWire(await indexReport(report, context, cache, ask)),
});
