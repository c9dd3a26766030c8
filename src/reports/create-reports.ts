import type { Logger } from 'pino';
import type { EventStream } from '../events/stream/create-stream.js';
import type { CloseStack } from '../lib/close-stack.js';
import { createChainCounts, type ReadChainCounts } from './chain/chain.service.js';
import { countEndedTasks } from './chain/counting-ahead.js';
import { createReportRenderer, type ReportRenderer } from './render-worker/pool.js';
import type { ReportsDeps } from './reports.service.js';

interface ReportsWiring extends ReportsDeps {
  eventStream: Pick<EventStream, 'subscribe'>;
  log: Pick<Logger, 'warn'>;
}

/** Creates what renders all reports, and the counts of the tasks of templates. `onClose` ends both. */
export function createReports(
  deps: ReportsWiring,
  onClose: CloseStack,
): { renderer: ReportRenderer; readChainCounts: ReadChainCounts } {
  const renderer = createReportRenderer();
  onClose.add(() => renderer.close());
  const readChainCounts = createChainCounts(deps, renderer);
  onClose.add(countEndedTasks(deps, readChainCounts));
  return { renderer, readChainCounts };
}
