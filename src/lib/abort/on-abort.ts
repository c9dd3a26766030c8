const watched = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `callback` once when the signal aborts, in a microtask when it has aborted before. Adds one
 * listener per signal: all jobs of a task share one signal, and each listener makes the next registration
 * slower.
 * @returns removes the callback
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = watched.get(signal) ?? watch(signal);
  callbacks.add(callback);
  if (signal.aborted)
    queueMicrotask(() => {
      if (callbacks.delete(callback)) callback();
    });
  return () => {
    callbacks.delete(callback);
  };
}

function watch(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>();
  watched.set(signal, callbacks);
  signal.addEventListener(
    'abort',
    () => {
      for (const callback of [...callbacks]) callback();
    },
    { once: true },
  );
  return callbacks;
}

/**
 * Aborts `controller` with the reason of `parent`: at once when the parent has aborted, otherwise when it does. Use it
 * instead of AbortSignal.any, which a garbage collection can disconnect on Node 20.
 * @returns ends the connection between the two
 */
export function abortWith(parent: AbortSignal, controller: AbortController): () => void {
  const abort = (): void => {
    controller.abort(parent.reason);
  };
  if (!parent.aborted) return onAbort(parent, abort);
  abort();
  return () => undefined;
}

/** Resolves when the signal aborts; at once when it has aborted before. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    onAbort(signal, resolve);
  });
