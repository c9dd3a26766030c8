import type { FeedName } from '../../knowledge/records.js';

/** The running updates: one for each feed. */
export interface FeedUpdates {
  /** Starts an update, or joins the running one. Resolves also when `end` has ended it. */
  run: (feed: FeedName) => Promise<void>;
  /** Ends the running update of a feed. Its loaded files stay. */
  end: (feed: FeedName) => Promise<void>;
  /** Ends all of them; those that wait for `run` are rejected. */
  close: () => Promise<void>;
}

/** Creates the updates. `update` rejects when its signal aborts. */
export function createFeedUpdates(
  update: (feed: FeedName, signal: AbortSignal) => Promise<void>,
): FeedUpdates {
  const running = new Map<FeedName, { controller: AbortController; done: Promise<void> }>();
  const replaced = new WeakSet<AbortController>();

  function start(feed: FeedName): Promise<void> {
    const controller = new AbortController();
    const done = update(feed, controller.signal)
      .catch((error: unknown) => {
        if (!replaced.has(controller)) throw error;
      })
      .finally(() => running.delete(feed));
    running.set(feed, { controller, done });
    return done;
  }

  return {
    run: (feed) => running.get(feed)?.done ?? start(feed),
    async end(feed) {
      const current = running.get(feed);
      if (!current) return;
      replaced.add(current.controller);
      current.controller.abort();
      await current.done;
    },
    async close() {
      const all = [...running.values()];
      for (const { controller } of all) controller.abort();
      await Promise.allSettled(all.map(({ done }) => done));
    },
  };
}
