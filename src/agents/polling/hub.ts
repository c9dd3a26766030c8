/** What an inventory asked of an agent came to. */
export type InventoryOutcome =
  | { outcome: 'done'; warnings: number }
  | {
      outcome: 'no_agent' | 'agent_offline' | 'timeout' | 'bad_data';
      reason: string;
      detail: string;
    };

/** The agents that hold a poll open right now, and what is wanted of them. Nothing here is the truth: the tables are. */
export interface AgentHub {
  /** resolves when this host's agent polls with the token of this hash and says this version; rejects with the signal's reason */
  waitForCheckIn(
    hostId: number,
    expected: { tokenSha256: Buffer; version: string },
    signal: AbortSignal,
  ): Promise<void>;
  /** asks the host's agent for an inventory and waits until it was stored; `signal` gives up */
  requestInventory(hostId: number, signal: AbortSignal): Promise<InventoryOutcome>;
  /** ends the poll of a host whose agent was removed, and forgets what was wanted of it */
  disconnect(hostId: number): void;
  /** answers every open poll and lets nobody wait any more */
  close(): void;
}
