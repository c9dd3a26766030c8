const BYTES_PER_MB = 1_000_000;

/** Returns bytes as `12.5 MB`. */
export const megabytes = (bytes: number): string => `${(bytes / BYTES_PER_MB).toFixed(1)} MB`;
