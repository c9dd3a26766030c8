import { checkInfo } from '../../pentest/checks/list.js';
import type { Fact } from '../facts.js';
import { isRpmKernel } from '../matching/packages/kernels.js';

export type ExplainedFact = Pick<
  Fact,
  | 'origin'
  | 'package'
  | 'port'
  | 'transport'
  | 'installed_version'
  | 'fixed_version'
  | 'confidence'
  | 'advisory'
  | 'basis'
>;

/** What a finding means and what to do about it, each for a person; a remedy that is a command can be pasted into a shell. */
export function explainFinding(
  fact: ExplainedFact,
  title: string,
): { explanation: string; remedy: string } {
  if (fact.origin === 'check') return explainCheck(fact, title);
  return fact.origin === 'service'
    ? explainService(fact)
    : { explanation: explainPackage(fact), remedy: remedyOf(fact) };
}

function explainCheck(
  { advisory, port, transport, basis }: ExplainedFact,
  title: string,
): { explanation: string; remedy: string } {
  const seen = basis.evidence === undefined ? '' : ` It was seen by this: ${basis.evidence}`;
  return {
    explanation: `${title}, on port ${port}/${transport}.${seen}`,
    remedy:
      checkInfo(advisory)?.remedy ?? 'Close the port, or let only those reach it who need to.',
  };
}

function explainService({
  port,
  transport,
  installed_version,
  fixed_version,
  confidence,
  basis,
}: ExplainedFact): { explanation: string; remedy: string } {
  const doubt = basis.on_some_platforms
    ? ' That holds on some systems or in some surroundings only, and which these are is not seen from outside.'
    : confidence === 'possible'
      ? ' Distributions put fixes into older versions, and this one does not show whether that was done.'
      : '';
  const until =
    fixed_version === null ? 'is affected' : `is older than ${fixed_version}, which mends this`;
  const where = basis.scope === null || basis.scope.startsWith('cpe:') ? '' : ` in ${basis.scope}`;
  return {
    explanation: `The service on port ${port}/${transport} tells version ${installed_version ?? ''}, which ${until}${where}.${doubt}`,
    remedy:
      fixed_version === null
        ? 'No fix is known: let only those reach the port who need to, and watch the advisory.'
        : `Upgrade the service to ${fixed_version} or later.`,
  };
}

function explainPackage({
  package: name,
  installed_version,
  fixed_version,
  confidence,
  basis,
}: ExplainedFact): string {
  const source =
    basis.source === null ? '' : ` (built from ${basis.source} ${basis.source_version ?? ''})`;
  const what = `${name ?? ''} ${installed_version ?? ''}${source}`;
  const idle = basis.not_running
    ? ' It is a kernel that is installed, but not the one that runs.'
    : '';
  const small = basis.unimportant ? ' Its publisher finds it unimportant.' : '';
  const doubt =
    confidence === 'possible' && basis.state !== 'undetermined'
      ? ' The fix is that of a module whose stream is not told, so it may not be meant for this one.'
      : '';
  return `${what} ${stateText(basis, fixed_version)}${idle}${small}${doubt}`;
}

function stateText({ state, scope, order }: Fact['basis'], fixed: string | null): string {
  const release = scope ?? 'its release';
  switch (state) {
    case 'no_fix':
      return `is affected, and it will not be mended in ${release}.`;
    case 'postponed':
      return `is affected; in ${release} a fix will come with a later update.`;
    case 'end_of_life':
      return `is affected, and nobody mends it in ${release} any more.`;
    case 'undetermined':
      return fixed !== null
        ? `may be affected: its publisher calls the version that mends this ${fixed}, which cannot be compared.`
        : `may be affected: nobody has looked at it in ${release} yet.`;
    case 'subscription':
      return `is affected; in ${release} the fix${fixed === null ? '' : ` (${fixed})`} is for subscribers.`;
    case 'fixed':
    case 'open':
    case 'not_affected':
    case null:
      return fixed === null
        ? `is affected, and there is no fix in ${release} yet.`
        : `is older than ${fixed}, which mends this in ${release} (compared as ${order ?? ''} does).`;
  }
}

const STATES: Readonly<Record<string, string>> = {
  no_fix:
    'No fix will come for this release: move to a newer one, or remove the package if nothing needs it.',
  end_of_life: 'Move to a release that is still mended.',
  postponed: 'A fix will come with a later update: install updates as they come.',
  undetermined: 'Watch the advisory: it is not yet known whether this release is affected.',
};

function remedyOf(fact: ExplainedFact): string {
  const { fixed_version, basis } = fact;
  if (basis.not_running) return remove(fact);
  if (basis.state === 'subscription') return `pro attach && ${upgrade(fact)}`;
  if (fixed_version !== null) return upgrade(fact);
  return (
    STATES[basis.state ?? ''] ??
    'There is no fix yet: watch the advisory, and let only those use it who need to.'
  );
}

function upgrade({ package: name, basis: { format, scope } }: ExplainedFact): string {
  const word = shellWord(name ?? '');
  if (format === 'dpkg' && /^linux-(image|modules|headers)-\d/.test(name ?? ''))
    return 'apt-get update && apt-get dist-upgrade && reboot';
  if (format === 'dpkg') return `apt-get update && apt-get install --only-upgrade ${word}`;
  if (format === 'apk') return `apk add --upgrade ${word}`;
  // The new kernel stands beside the one that runs.
  const reboot = format === 'rpm' && isRpmKernel(name ?? '') ? ' && reboot' : '';
  return `${/^(SUSE|openSUSE):/.test(scope ?? '') ? 'zypper update' : 'dnf upgrade'} ${word}${reboot}`;
}

// A kernel that does not run is not mended by an update but goes.
function remove({
  package: name,
  installed_version,
  basis: { format, scope },
}: ExplainedFact): string {
  if (format === 'dpkg') return `apt-get purge ${shellWord(name ?? '')}`;
  const exact = shellWord(`${name}-${(installed_version ?? '').replace(/^\d+:/, '')}`);
  return /^(SUSE|openSUSE):/.test(scope ?? '') ? `zypper remove ${exact}` : `dnf remove ${exact}`;
}

/** A text as one word of a POSIX shell, whatever it holds. */
export const shellWord = (text: string): string =>
  /^[A-Za-z0-9][\w.+:@~^-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
