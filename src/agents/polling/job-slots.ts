/**
 * Places for agents at work, one each. A place is free again when its work is done, or after `leaseMs`: one that is slow or has died must not keep the
 * others waiting.
 */
export function createJobSlots(
  { maxConcurrent, leaseMs }: { maxConcurrent: number; leaseMs: number },
  onFree: () => void,
) {
  const taken = new Map<number, NodeJS.Timeout>();

  function free(hostId: number): void {
    clearTimeout(taken.get(hostId));
    if (taken.delete(hostId)) onFree();
  }

  return {
    /** false: there is none now. Who has one keeps it, for the whole time anew */
    take(hostId: number): boolean {
      if (taken.size >= maxConcurrent && !taken.has(hostId)) return false;
      clearTimeout(taken.get(hostId));
      taken.set(
        hostId,
        setTimeout(() => free(hostId), leaseMs),
      );
      return true;
    },
    free,
    close(): void {
      for (const timer of taken.values()) clearTimeout(timer);
      taken.clear();
    },
  };
}
