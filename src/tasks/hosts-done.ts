/** The hosts of a task: `hosts_total` and `hosts_done` count addresses of ranges as well. */
interface CountedHosts {
  status: string;
  hosts_total: number;
  hosts_done: number;
  /** addresses of ranges at which nothing ever answered */
  hosts_unanswered: number;
}

/**
 * Returns how many hosts of a task are done. While it runs, every address counts; later only hosts, unless nothing
 * answered at all: then the network may be out of reach.
 */
export function hostsDone({
  status,
  hosts_total: total,
  hosts_done: done,
  hosts_unanswered: unanswered,
}: CountedHosts): { done: number; total: number; unanswered: number } {
  if (status === 'working' || unanswered === total) return { done, total, unanswered: 0 };
  return { done: done - unanswered, total: total - unanswered, unanswered };
}
