/**
 * Concurrency slots, one per agent. A slot is released when the job finishes, or when its lease
 * (`leaseMs`) expires, so that a slow or dead agent cannot block the others.
 */
export function createJobSlots(
  { maxConcurrent, leaseMs }: { maxConcurrent: number; leaseMs: number },
  onRelease: () => void,
) {
  const leases = new Map<number, NodeJS.Timeout>();

  function release(hostId: number): void {
    clearTimeout(leases.get(hostId));
    if (leases.delete(hostId)) onRelease();
  }

  return {
    /** Returns false if no slot is free. A host that already holds a slot keeps it with a renewed lease. */
    acquire(hostId: number): boolean {
      if (leases.size >= maxConcurrent && !leases.has(hostId)) return false;
      clearTimeout(leases.get(hostId));
      const timer = setTimeout(() => release(hostId), leaseMs);
      leases.set(hostId, timer);
      return true;
    },
    release,
    close(): void {
      for (const timer of leases.values()) clearTimeout(timer);
      leases.clear();
    },
  };
}
