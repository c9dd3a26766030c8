import type { Parsed } from '../inventory.js';
import { firstNonEmptyLine } from './text.js';

/** The running kernel: its name (`Linux`), release, build (`#1 SMP … Debian 6.1.119-1 (2024-11-22)`) and machine. */
export interface Uname {
  system: string;
  release: string;
  build: string | null;
  machine: string | null;
}

/**
 * Parses `uname -srvm`: the first word is the system, the second the release and the last the machine. The
 * words between are the build.
 */
export function parseUname(text: string): Parsed<Uname | null> {
  const words = (firstNonEmptyLine(text) ?? '').split(/\s+/);
  const [system, release] = words;
  if (system === undefined || release === undefined || !/^\d/.test(release))
    return { value: null, warnings: ['no kernel release'] };
  const machine = words.length > 2 ? (words.at(-1) ?? null) : null;
  const build = words.slice(2, -1).join(' ');
  return { value: { system, release, build: build === '' ? null : build, machine }, warnings: [] };
}

/**
 * Returns the version of the package that a Debian or Ubuntu kernel is from: `6.1.119-1` of `… Debian 6.1.119-1 (…)`,
 * `6.8.0-50.51~22.04.1` of release `6.8.0-50-generic` and build `#51~22.04.1-Ubuntu …`; null: it does not say so.
 */
export function kernelPackageVersion({ release, build }: Uname): string | null {
  const debian = /\bDebian (\S{1,100}) \(/.exec(build ?? '')?.[1];
  if (debian !== undefined) return debian;
  const upload = /^#(\d[\w.~+]{0,100})-Ubuntu\b/.exec(build ?? '')?.[1];
  const abi = /^\d+\.\d+\.\d+-\d+/.exec(release)?.[0];
  return upload === undefined || abi === undefined ? null : `${abi}.${upload}`;
}
