import type { Parsed } from '../inventory.js';
import { field, lines } from './text.js';

/**
 * Hints at a required reboot: the flag file of the Debian family, the result of `needs-restarting -r`
 * (true: required), and the installed kernels.
 */
export interface RebootHints {
  flag: boolean;
  needsRestarting: boolean | null;
  kernels: string[];
}

const MAX_KERNELS = 200;

/** Parses the collector's hints, one per line: `flag`, `needs-restarting <exit status>`, `kernel <release>`. */
export function parseReboot(text: string): Parsed<RebootHints> {
  const value: RebootHints = { flag: false, needsRestarting: null, kernels: [] };
  for (const line of lines(text)) {
    const [, word, argument] =
      /^(flag|needs-restarting|kernel)(?: (\S{1,200}))?\s*$/.exec(line.slice(0, 300)) ?? [];
    if (word === 'flag') value.flag = true;
    // 0 and 1 are results; any other status is a failure of the command.
    if (word === 'needs-restarting' && (argument === '0' || argument === '1'))
      value.needsRestarting = argument === '1';
    const kernel = word === 'kernel' ? field(argument) : null;
    if (kernel !== null && value.kernels.length < MAX_KERNELS) value.kernels.push(kernel);
  }
  return { value, warnings: [] };
}
