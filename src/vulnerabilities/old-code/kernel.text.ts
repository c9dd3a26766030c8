import type { Fact } from '../facts.js';
import { isKernelTool } from '../remediations/commands.js';

type KernelFact = Pick<Fact, 'package' | 'installed_version' | 'fixed_version' | 'basis'>;

/** Returns the sentence about a kernel that does not run, or that a newer one replaces; otherwise an empty text. */
export function inactiveText({ package: name, basis }: KernelFact): string {
  const { format, not_running, next_kernel: next } = basis;
  const isTool = isKernelTool(format, name ?? '');
  if (not_running && isTool) return ' No kernel of this version is running.';
  if (not_running) return ' The kernel is installed but not running.';
  if (next === undefined) return '';
  const doubt = isTool ? '' : ' Which kernel is running is not known.';
  return ` ${next} is installed and not affected.${doubt}`;
}

/** Returns why a vulnerability of the running kernel is open, although no installed kernel has it. */
export function oldKernelText({
  package: name,
  installed_version: installed,
  fixed_version: fixed,
  basis: { running_version: running, next_kernel: next, scope },
}: KernelFact): string {
  const removed = installed === null ? `, which is no longer installed` : '';
  const verdict =
    fixed === null
      ? 'It is affected.'
      : `It is older than the fixed version ${fixed} for ${scope ?? ''}.`;
  const end =
    next === undefined
      ? 'No other kernel is installed.'
      : `${next} is installed and not affected; it runs after a reboot.`;
  return `The running kernel is ${name ?? ''} ${running ?? ''}${removed}. ${verdict} ${end}`;
}

/** Returns what a live patch leaves open: it does not say which vulnerabilities it fixes. */
export const livePatchText = ({ live_patches: names }: Fact['basis']): string =>
  names === undefined
    ? ''
    : ` The kernel has loaded live patches (${names.slice(0, 3).join(', ')}): whether they fix it is not known.`;
