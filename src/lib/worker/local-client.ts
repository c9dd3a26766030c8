import type { WorkerClient, WorkerClientOptions } from './client.js';
import type { WorkerProtocol } from './messages.js';
import type { RequestContext, WorkerHandlers } from './port.js';

/**
 * Runs the handlers of a worker in this thread, where no compiled worker exists (TypeScript sources run
 * by a test runner). Values are not cloned and errors are the handlers' own. A stream has no window: its
 * next item is computed when it is requested.
 */
export function createLocalWorkerClient<P extends WorkerProtocol>(
  handlers: WorkerHandlers<P>,
  { answer }: Pick<WorkerClientOptions<P>, 'answer'> = {},
): WorkerClient<P> {
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
      if (!handlers.request) throw new Error('This worker answers no requests');
      return handlers.request(payload, createContext(onNotice));
    },
    async *stream(payload, { onNotice, onSettled } = {}) {
      try {
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
    close: async () => handlers.close?.(),
  };
}
