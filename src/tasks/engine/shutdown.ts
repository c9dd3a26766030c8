import { engineTransaction, type EngineState } from './state.js';

/**
 * Breaks off everything in flight, and waits until it has ended. What had ended before is still to be
 * stored.
 */
export async function abortInFlight(engine: EngineState): Promise<void> {
  engine.closing = true;
  const flights = [...engine.active.values()].flatMap((t) => [...t.running.values()]);
  for (const flight of flights)
    if (!flight.result) flight.controller.abort(new Error('the service is closing'));
  await Promise.all(flights.map((f) => f.ended));
}

/**
 * Takes the mark off the hosts that were broken off: the next start goes on with them, and they do not
 * count as crashed.
 */
export async function release(engine: EngineState): Promise<void> {
  const left = [...engine.active.values()].flatMap((t) =>
    [...t.running.values()].map((f) => [t.id, f] as const),
  );
  await Promise.all(left.map(([, f]) => f.ended)); // a round that was under way may have started some more
  engine.active.clear();
  const marks = () =>
    left.forEach(([taskId, f]) => engine.store.releaseHost(taskId, f.host.host_id));
  await engineTransaction(engine, marks).catch((err: unknown) =>
    engine.log.error({ err }, 'the hosts in work could not be released'),
  );
}
