import { printable } from '../../lib/text.js';
import { refreshCommand } from './commands.js';
import type { Remediation } from './remediations.js';

const SUBSCRIBE = 'pro attach && ';

/**
 * Returns a shell script with the commands for one host, in their order. It stops at the first command that fails.
 * Everything that is no command is a comment of one line:
 * a name must not begin a command.
 * @param remediations of one host
 */
export function toScript(
  host: { ip: string; name: string },
  remediations: readonly Pick<Remediation, 'title' | 'command' | 'restart'>[],
): string {
  const withCommand = remediations.filter(({ command }) => command !== null);
  const commands = withCommand.map(({ command }) => (command ?? '').replace(SUBSCRIBE, ''));
  const refresh = commands.some((command) => command.startsWith('apt-get '))
    ? [refreshCommand({ format: 'dpkg', ecosystem: null }) ?? '']
    : [];
  const needsSubscription = withCommand.some(({ command }) => command?.startsWith(SUBSCRIBE));
  const rest = remediations.filter(({ command }) => command === null);
  const needsReboot = withCommand.some(({ restart }) => restart === 'reboot');
  return [
    '#!/bin/sh',
    `# ${printable(`${host.name} (${host.ip})`)}: ${commands.length} of ${remediations.length} ` +
      'remediations have a command.',
    'set -eu',
    ...(needsSubscription ? ['# Attach a subscription first: pro attach'] : []),
    ...refresh,
    ...withCommand.flatMap(({ title }, i) => [`# ${printable(title)}`, commands[i] ?? '']),
    ...(rest.length > 0 ? ['# Without a command:'] : []),
    ...rest.map(({ title }) => `# ${printable(title)}`),
    ...(needsReboot ? ['# Reboot this host afterwards.'] : []),
    '',
  ].join('\n');
}
