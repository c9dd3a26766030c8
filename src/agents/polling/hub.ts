/** The outcome of an inventory that was requested from an agent. */
export type InventoryOutcome =
  | { outcome: 'done'; warnings: number }
  | {
      outcome: 'no_agent' | 'agent_offline' | 'timeout' | 'bad_data';
      reason: string;
      detail: string;
    };

/**
 * The agents that currently hold a poll open, and the pending jobs. In memory only: the tables are
 * authoritative.
 */
export interface AgentHub {
  /**
   * Resolves when the agent of the host polls with the token of this hash and reports this version.
   * Rejects with the signal's reason.
   */
  waitForCheckIn(
    hostId: number,
    expected: { tokenSha256: Buffer; version: string },
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Requests an inventory from the host's agent and waits until it is stored. Rejects with the signal's
   * reason.
   */
  requestInventory(hostId: number, signal: AbortSignal): Promise<InventoryOutcome>;
  /** Ends the poll and the pending job of a host whose agent was removed. */
  disconnect(hostId: number): void;
  /** Answers every open poll and stops all timers. */
  close(): void;
}
