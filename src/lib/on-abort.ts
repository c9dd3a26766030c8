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
