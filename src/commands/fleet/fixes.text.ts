import type { RemediationBody } from '../../vulnerabilities/remediations/remediation.schemas.js';
import { printable } from '../../lib/text.js';
import { describeRemediation } from '../../vulnerabilities/remediations/text.js';
import { responsiveTable } from '../output/table.js';
import { pluralize, type Painter } from '../output/text.js';

const MAX_ROWS = 200; // a longer list is for --format json

interface FixesStyle {
  paint: Painter;
  /** columns of the terminal; undefined: unlimited */
  width: number | undefined;
}

export interface CheckedHosts {
  hosts: number;
  /** those of them that were not, or not fully, checked */
  notChecked: number;
}

/** Renders what was not checked, then remediations: first those with a fix, then those without one. */
export function renderFixes(
  remediations: readonly RemediationBody[],
  checked: CheckedHosts,
  style: FixesStyle,
): string {
  return `${renderNotChecked(checked, style)}${renderRemediations(remediations, checked, style)}`;
}

function renderNotChecked({ hosts, notChecked }: CheckedHosts, { paint }: FixesStyle): string {
  if (notChecked === 0) return '';
  const verb = notChecked === 1 ? 'was' : 'were';
  const text = `${notChecked} of ${pluralize(hosts, 'host')} ${verb} not fully checked`;
  return `${paint.yellow(paint.bold(text))}: see "hostwarden status".\n`;
}

function renderRemediations(
  remediations: readonly RemediationBody[],
  { hosts, notChecked }: CheckedHosts,
  { paint, width }: FixesStyle,
): string {
  if (hosts === 0) return 'No host is known yet: run "hostwarden scan <targets>".\n';
  if (remediations.length === 0)
    return notChecked === 0
      ? 'Nothing to do: no open finding.\n'
      : 'Nothing to do is known where they were checked.\n';
  const fixable = remediations.filter(({ action }) => action !== 'no_fix');
  const others = remediations.filter(({ action }) => action === 'no_fix');
  const parts = [
    ...(fixable.length > 0
      ? [`${paint.bold(pluralize(fixable.length, 'action'))}, highest risk first:\n`]
      : []),
    renderRows(fixable, width),
    ...(others.length > 0
      ? [`${paint.bold('Without a fix')}: restrict access, and monitor the advisories.\n`]
      : []),
    renderRows(others, width),
  ];
  return parts.join('');
}

function renderRows(remediations: readonly RemediationBody[], width: number | undefined): string {
  if (remediations.length === 0) return '';
  const rows = remediations.slice(0, MAX_ROWS).map((remediation) => {
    const { what, effect } = describeRemediation(remediation);
    return [remediation.risk.toFixed(1).padStart(5), printable(remediation.name), what, effect];
  });
  const more = remediations.length - MAX_ROWS;
  return `${responsiveTable(rows, width)}${more > 0 ? `  and ${more} more: use --format json\n` : ''}`;
}
