/** A page of a replay. */
export interface ChannelPage<E> {
  /** ascending */
  events: E[];
  /** the events up to this seq were read */
  last: number;
  /** whether there are no later published events */
  isEnd: boolean;
}

/** The events of a channel. `F`: what a subscriber selects of them. */
export interface ChannelSource<E extends { seq: number }, F> {
  /** Returns the first published events after `since` that the filter selects. */
  read(since: number, filter: F): ChannelPage<E>;
  /** Returns the newest published seq, 0 if there never was one. */
  newestSeq(): number;
  /**
   * The listener receives each later event, in the order of seq. It must not throw. Returns the function that
   * unsubscribes it.
   */
  subscribe(listener: (event: E) => void): () => void;
  isSelected(event: E, filter: F): boolean;
  /** Whether an event is not stored: it is sent to live subscribers only, and has the seq of the event before it. */
  isTransient(event: E): boolean;
}
