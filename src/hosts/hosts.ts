/** A host to create. `ip` is canonical. */
export interface NewHost {
  ip: string;
  name: string;
  description: string;
  /** true: only an address of a range, which is a host as soon as something answers there */
  unanswered?: boolean;
}

export interface HostChange {
  ip?: string;
  name?: string;
  description?: string;
  group_ids?: number[];
}

/** Returns the form of a name that filters compare. */
export const nameKey = (name: string): string => name.toLowerCase();
