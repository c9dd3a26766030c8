import { Readable } from 'node:stream';
import type { WorkerClient } from '../../lib/worker/client.js';
import type { RenderJob, RenderProtocol, ReportSummary } from './messages.js';

/** A report whose text is rendered while it is read. */
export interface RenderedReport extends ReportSummary {
  text: Readable;
}

interface StreamReportOptions {
  /** aborts the report; its worker is then terminated */
  signal: AbortSignal;
  /** the text is destroyed when nothing of it is read for this time */
  stallMs: number;
  /** called once when the worker is free again, though perhaps not all of the text was read */
  onSettled: () => void;
}

/** Chunks that are sent and not taken. */
const MAX_CHUNKS_IN_FLIGHT = 8;

/**
 * Chunks that are read in one tick of the event loop. If reader and worker are equally fast, each chunk that
 * is taken brings the next at once: without this limit, no other request would be served until the end.
 * @internal
 */
export const CHUNKS_PER_TICK = 4;

/**
 * Renders a report in a free worker. Resolves when everything is compared and the text begins. Rejects with
 * the error of the worker, or with the reason of `signal`. Later errors destroy the text.
 */
export async function streamReport(
  client: WorkerClient<RenderProtocol>,
  job: RenderJob,
  { signal, stallMs, onSettled }: StreamReportOptions,
): Promise<RenderedReport> {
  let text: Readable | undefined;
  let isSettled = false;
  const items = client.stream(job, {
    window: MAX_CHUNKS_IN_FLIGHT,
    itemsPerTick: CHUNKS_PER_TICK,
    onSettled: settle,
  });

  function settle(error: Error | null): void {
    if (isSettled) return;
    isSettled = true;
    signal.removeEventListener('abort', abort);
    onSettled();
    if (error) text?.destroy(error);
  }
  function stop(error: Error | null): void {
    if (isSettled) return;
    settle(error);
    void client.terminate();
  }
  function abort(): void {
    stop(signal.reason as Error);
  }
  signal.addEventListener('abort', abort);
  try {
    const { value: summary } = await items.next();
    signal.throwIfAborted();
    if (!summary || summary instanceof Uint8Array) throw new Error('The report has no summary');
    text = createText(items, stallMs, () => {
      stop(null);
    });
    return { ...summary, text };
  } catch (error) {
    stop(error as Error);
    signal.throwIfAborted();
    throw error;
  }
}

/**
 * Creates the text of a report.
 * @param stallMs it is destroyed when nothing of it is read for this time
 * @param onDestroy called once, at its end or when it is destroyed
 */
function createText(
  items: AsyncGenerator<RenderProtocol['item']>,
  stallMs: number,
  onDestroy: () => void,
): Readable {
  let timer: NodeJS.Timeout | undefined;
  const startTimer = (): void => {
    timer = setTimeout(() => {
      text.destroy(new Error('The text of a report was not read in time'));
    }, stallMs).unref();
  };
  /** Called when the reader requests more, and not again before that is pushed. */
  async function readChunk(): Promise<void> {
    clearTimeout(timer);
    try {
      const next = await items.next();
      if (text.destroyed) return;
      startTimer();
      text.push(!next.done && next.value instanceof Uint8Array ? next.value : null);
    } catch (error) {
      text.destroy(error as Error);
    }
  }
  const text = new Readable({
    read: () => void readChunk(),
    destroy: (error, done) => {
      clearTimeout(timer);
      onDestroy();
      done(error);
    },
  });
  startTimer();
  return text.on('error', () => undefined); // the reader of the text is notified as well
}
