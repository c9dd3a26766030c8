import type { Parsed } from '../inventory.js';
import { field, lines } from './text.js';

/** What hints at a reboot: the flag file of Debian's family, what `needs-restarting -r` answered (true: reboot), kernels that lie ready. */
export interface RebootHints {
  flag: boolean;
  needsRestarting: boolean | null;
  kernels: string[];
}

const MAX_KERNELS = 200;

/** Reads the collector's hints, one a line: `flag`, `needs-restarting <exit status>`, `kernel <release>`. */
export function parseReboot(text: string): Parsed<RebootHints> {
  const value: RebootHints = { flag: false, needsRestarting: null, kernels: [] };
  for (const line of lines(text)) {
    const [, word, argument] =
      /^(flag|needs-restarting|kernel)(?: (\S{1,200}))?\s*$/.exec(line.slice(0, 300)) ?? [];
    if (word === 'flag') value.flag = true;
    // 0 and 1 are its answers; anything else is a failure of its own and says nothing.
    if (word === 'needs-restarting' && (argument === '0' || argument === '1'))
      value.needsRestarting = argument === '1';
    const kernel = word === 'kernel' ? field(argument) : null;
    if (kernel !== null && value.kernels.length < MAX_KERNELS) value.kernels.push(kernel);
  }
  return { value, warnings: [] };
}
