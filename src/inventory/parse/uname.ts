import type { Parsed } from '../inventory.js';
import { firstNonEmptyLine, lines } from './text.js';

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
 * @param signature of an Ubuntu kernel, which says it without doubt; null: not known
 */
export function kernelPackageVersion(
  { release, build }: Uname,
  signature: string | null = null,
): string | null {
  const signed = signature === null ? null : signedVersion(signature, release);
  if (signed !== null) return signed;
  const debian = /\bDebian (\S{1,100}) \(/.exec(build ?? '')?.[1];
  if (debian !== undefined) return debian;
  const upload = /^#(\d[\w.~+]{0,100})-Ubuntu\b/.exec(build ?? '')?.[1];
  const abi = /^\d+\.\d+\.\d+-\d+/.exec(release)?.[0];
  return upload === undefined || abi === undefined ? null : `${abi}.${upload}`;
}

/** `6.8.0-50.51~22.04.1` of `Ubuntu 6.8.0-50.51~22.04.1-generic 6.8.12`, if it is of the release that runs. */
function signedVersion(signature: string, release: string): string | null {
  const [, abi, upload, flavor] =
    /^Ubuntu (\d[\w.]{0,50}-\d{1,10})(\.[\w.~+]{1,50})-([a-z][\w-]{0,50})(?: |$)/.exec(signature) ??
    [];
  return abi !== undefined && `${abi}-${flavor}` === release ? `${abi}${upload}` : null;
}

/** Parses `/proc/version_signature`, which Ubuntu's kernels have. */
export const parseVersionSignature = (text: string): Parsed<string | null> => ({
  value: firstNonEmptyLine(text),
  warnings: [],
});

const MAX_LIVE_PATCHES = 50;

/** Parses the names of the loaded live patches, one a line. */
export const parseLivePatches = (text: string): Parsed<string[]> => ({
  value: [...lines(text.slice(0, 10_000))]
    .filter((line) => /^[\w.+-]{1,100}$/.test(line))
    .slice(0, MAX_LIVE_PATCHES)
    .sort(),
  warnings: [],
});

/** Parses the kind of container that the system is in: a word; true: it is in one. */
export const parseContainer = (text: string): Parsed<boolean> => ({
  value: /^[\w.-]{1,50}$/.test(firstNonEmptyLine(text) ?? ''),
  warnings: [],
});
