import { printable } from '../../lib/text.js';
import { isFix, remediationCountText } from './counts.text.js';
import type { Remediation } from './remediations.js';
import type { Restart } from './restart.js';

const RESTARTS: Readonly<Record<Restart, string | null>> = {
  none: null,
  service: 'restart needed',
  reboot: 'reboot needed',
  unknown: 'maybe a restart',
};

/** A remediation in a few words: safe to show in a terminal. */
export interface RemediationText {
  /** `dnf upgrade httpd …`, or the title if there is no command */
  what: string;
  /** `fixes 50 vulnerabilities (1 known exploited), 5 packages, restart needed` */
  effect: string;
}

/** Describes a remediation in a few words. A command for several packages names the first of them. */
export function describeRemediation(
  remediation: Pick<
    Remediation,
    | 'action'
    | 'port'
    | 'title'
    | 'command'
    | 'packages'
    | 'vulnerabilities'
    | 'findings'
    | 'known_exploited'
    | 'by_confidence'
    | 'restart'
  >,
): RemediationText {
  const { title, command, packages, restart } = remediation;
  const certainty = certaintyWords(remediation.by_confidence);
  const parts = [
    `${isFix(remediation) ? 'fixes' : 'leaves'} ${remediationCountText(remediation)}`,
    packages.length > 1 ? `${packages.length} packages` : null,
    RESTARTS[restart],
    certainty === 'confirmed' ? null : certainty,
  ];
  return {
    what: printable(command === null ? title : shortCommand(command, packages)),
    effect: parts.filter((part) => part !== null).join(', '),
  };
}

/** `dnf upgrade httpd …` for `dnf upgrade httpd httpd-core mod_ssl` */
function shortCommand(command: string, packages: Remediation['packages']): string {
  const [first] = packages;
  if (packages.length < 2 || first === undefined) return command;
  const end = command.indexOf(` ${first.name} `);
  return end === -1 ? command : `${command.slice(0, end + first.name.length + 1)} …`;
}

/** Returns how certain findings are: `possible`, or `2 confirmed, 3 possible`. */
export function certaintyWords(counts: Remediation['by_confidence']): string {
  const present = Object.entries(counts).filter(([, count]) => count > 0);
  return present
    .map(([word, count]) => (present.length > 1 ? `${count} ${word}` : word))
    .join(', ');
}

/**
 * Returns the remedy of an action without a command: the one of its findings, or the title where they have several. One
 * finding may need a lower version than the others.
 */
export function remedyText(
  title: string | undefined,
  findings: readonly { remedy: string }[],
): string {
  const remedies = new Set(findings.map(({ remedy }) => remedy));
  const [remedy = ''] = remedies;
  return remedies.size > 1 && title !== undefined ? `${title}.` : remedy;
}
