/** A host to create. `ip` is canonical. */
export interface NewHost {
  ip: string;
  name: string;
  description: string;
}

export interface HostChange {
  ip?: string;
  name?: string;
  description?: string;
  group_ids?: number[];
}

/** Returns the form of a name that filters compare. */
export const nameKey = (name: string): string => name.toLowerCase();
