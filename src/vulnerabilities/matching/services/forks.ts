import type { FactBasis, MatchableService, Match } from '../../facts.js';

/** Programs with the CPE name of the one that they are a fork of, by the name of that. */
const FORKS: Readonly<Record<string, string>> = {
  // Microsoft changes and fixes it separately (https://github.com/PowerShell/openssh-portable).
  'OpenSSH for Windows': 'OpenSSH',
};

/** Returns the program that a program is a fork of; null: of none. */
export const forkedFrom = (program: string | null): string | null =>
  program !== null && Object.hasOwn(FORKS, program) ? (FORKS[program] ?? null) : null;

/**
 * Whether an OpenSSH names more than its version: its builder adds that, and may add fixes. The version of a plain
 * build ends the identification.
 */
export const isVendorBuild = ({ cpe, banner }: MatchableService): boolean =>
  /^cpe:2\.3:a:openbsd:openssh:|^cpe:\/a:openbsd:openssh(?::|$)/.test(cpe ?? '') &&
  /OpenSSH_\d[\w.]*?(?:p\d+)?(?:[-+ ]|_[a-z])/i.test(banner ?? '');

/**
 * Returns the match of a fork: its vendor fixes it separately, under other version numbers. So it is only possible,
 * and the fixed version of the other program is not one of the fork.
 */
export function asFork(match: Match): Match {
  const { order, scope, source, source_version, format, program, unimportant, on_some_platforms } =
    match.fact.basis;
  const basis: FactBasis = {
    order,
    scope,
    source,
    source_version,
    state: 'open',
    format,
    ...(program !== undefined && { program }),
    ...(unimportant !== undefined && { unimportant }),
    ...(on_some_platforms !== undefined && { on_some_platforms }),
  };
  return {
    fact: { ...match.fact, fixed_version: null, confidence: 'possible', basis },
    get summary() {
      return match.summary;
    },
  };
}
