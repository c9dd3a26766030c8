import type { MatchablePackage } from '../facts.js';

/** A version of a package that was replaced or removed, and that processes may still run. */
export interface OldPackage extends MatchablePackage {
  /** the services, or the programs without one, that run files of the package; empty: not known */
  holders: string[];
  /** false: the last look was before the change, or did not see all processes */
  isSeen: boolean;
}

/** What runs on a host: the input of matching, beside its packages. */
interface RunningCode {
  /** the release and the version of the kernel; null: not known */
  kernel: string | null;
  /** JSON array of OldPackage; null: none */
  old: string | null;
}

/** Splits `HostState.running`: the kernel is its first line, the old packages are the second one. */
export function splitRunning(running: string | null): RunningCode {
  if (running === null) return { kernel: null, old: null };
  const end = running.indexOf('\n');
  const kernel = end === -1 ? running : running.slice(0, end);
  return { kernel: kernel === '' ? null : kernel, old: end === -1 ? null : running.slice(end + 1) };
}

/** Returns the old packages in `HostState.running`. */
export function oldPackagesOf(running: string | null): OldPackage[] {
  const { old } = splitRunning(running);
  return old === null ? [] : (JSON.parse(old) as OldPackage[]);
}
