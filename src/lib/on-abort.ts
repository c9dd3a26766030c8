const watched = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `callback` once when the signal aborts. Adds one listener per signal: all jobs of a task share
 * one signal, and each listener would make the registration of the next one slower.
 * @param signal not aborted yet
 * @returns removes the callback
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = watched.get(signal) ?? watch(signal);
  callbacks.add(callback);
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
