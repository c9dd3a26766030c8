import type { MatchablePackage } from '../facts.js';

/** A version of a package that was replaced or removed, and that processes may still run. */
export interface OldPackage extends MatchablePackage {
  /** the services, or the programs without one, that run files of the package; empty: not known */
  holders: string[];
  /** false: the last inspection was before the change, or did not see all processes */
  isSeen: boolean;
}

/** The code that runs on a host: the input of matching, beside its packages. */
interface RunningCode {
  /** the release and the version of the kernel; null: not known */
  kernel: string | null;
  /** JSON array of OldPackage; null: none */
  old: string | null;
  /** JSON array of the names of the live patches of the kernel; null: none */
  livePatches: string | null;
}

/** Splits the lines of `HostState.running`: the kernel, the old packages, the live patches. */
export function splitRunning(running: string | null): RunningCode {
  const [kernel, old, livePatches] = running?.split('\n') ?? [];
  return { kernel: kernel || null, old: old || null, livePatches: livePatches ?? null };
}

/** Returns the old packages in `HostState.running`. */
export function oldPackagesOf(running: string | null): OldPackage[] {
  const { old } = splitRunning(running);
  return old === null ? [] : (JSON.parse(old) as OldPackage[]);
}
