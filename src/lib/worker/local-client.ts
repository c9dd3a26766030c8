import type { WorkerClient, WorkerClientOptions } from './client.js';
import type { WorkerProtocol } from './messages.js';
import type { RequestContext, WorkerHandlers } from './port.js';

/**
 * Runs the handlers of a worker in this thread, where no compiled worker exists (TypeScript sources run
 * by a test runner). They are loaded with the first request: where there is a worker, this thread does without their
 * code. Values are not cloned and errors are the handlers' own. A stream has no window: its
 * next item is computed when it is requested.
 */
export function createLocalWorkerClient<P extends WorkerProtocol>(
  load: () => Promise<WorkerHandlers<P>>,
  { answer }: Pick<WorkerClientOptions<P>, 'answer'> = {},
): WorkerClient<P> {
  let loaded: Promise<WorkerHandlers<P>> | undefined;
  const loadOnce = (): Promise<WorkerHandlers<P>> => {
    loaded ??= load();
    return loaded;
  };
  const createContext = (onNotice?: (notice: P['notice']) => void): RequestContext<P> => ({
    notify: (notice) => onNotice?.(notice),
    async ask(question) {
      if (!answer) throw new Error('The worker asks an unexpected question');
      return answer(question);
    },
    countInFlight: () => 0,
  });
  return {
    async request(payload, { onNotice } = {}) {
      const handlers = await loadOnce();
      if (!handlers.request) throw new Error('This worker answers no requests');
      return handlers.request(payload, createContext(onNotice));
    },
    async *stream(payload, { onNotice, onSettled } = {}) {
      try {
        const handlers = await loadOnce();
        if (!handlers.stream) throw new Error('This worker streams nothing');
        yield* handlers.stream(payload, createContext(onNotice));
      } catch (error) {
        onSettled?.(error as Error);
        throw error;
      }
      onSettled?.(null);
    },
    start: () => undefined,
    terminate: async () => undefined,
    close: async () => (await loaded)?.close?.(),
  };
}
