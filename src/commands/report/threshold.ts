import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { severitiesAtLeast } from '../../vulnerabilities/severity.js';
import type { ApiResponse } from '../client/types.js';
import { CommandError } from '../output/errors.js';

const MET_EXIT_CODE = 3;
const NOT_CHECKED_EXIT_CODE = 4;

/** The input of a threshold. `worst`: null without a finding. */
export interface ThresholdInput {
  worst: Severity | null;
  /** whether each host was fully checked */
  isWhole: boolean;
}

/**
 * Returns the exit code of `--fail-on`: 3 if there is a finding of at least this severity, otherwise 4 if something was
 * not checked, otherwise 0.
 * @param failOn undefined: no threshold
 */
export function thresholdExitCode(
  failOn: Severity | undefined,
  { worst, isWhole }: ThresholdInput,
): number {
  if (failOn === undefined) return 0;
  if (worst !== null && severitiesAtLeast(failOn).includes(worst)) return MET_EXIT_CODE;
  return isWhole ? 0 : NOT_CHECKED_EXIT_CODE;
}

/** Reads the input from the headers of a report. Throws CommandError if they are missing. */
export function readThreshold(
  { headers = {} }: Pick<ApiResponse, 'headers'>,
  header: 'worst-new' | 'worst-open',
): ThresholdInput {
  const highest = headers[header];
  const worst = SEVERITIES.find((s) => s === highest) ?? null;
  if (worst === null && highest !== 'nothing') throw missingHeader(header);
  const notChecked = headers['not-checked'];
  if (notChecked === undefined) throw missingHeader('not-checked');
  return { worst, isWhole: notChecked === '0' };
}

const missingHeader = (name: string): CommandError =>
  new CommandError(
    `The response has no valid ${name.replace(/\b\w/g, (c) => c.toUpperCase())} header: ` +
      'a proxy may remove it, or the service is older than this command',
  );
