const watched = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `stop` once when the signal is aborted. All jobs of a task share one signal, and this adds one listener to it, not hundreds.
 * @returns ends the watch
 */
export function onAbort(signal: AbortSignal, stop: () => void): () => void {
  const stops = watched.get(signal) ?? listen(signal);
  stops.add(stop);
  return () => {
    stops.delete(stop);
  };
}

function listen(signal: AbortSignal): Set<() => void> {
  const stops = new Set<() => void>();
  watched.set(signal, stops);
  signal.addEventListener(
    'abort',
    () => {
      for (const stop of [...stops]) stop();
    },
    { once: true },
  );
  return stops;
}
