import type { Command } from 'commander';

/** Options whose value is a secret, and that have a variable for it. */
const SECRETS: readonly string[] = ['token', 'newKey'];

/** Warns, before each command, of secrets in its options: other users can read them in the process list. */
export function addSecretWarnings(program: Command): void {
  program.hook('preAction', (_program, command) => warnOfSecrets(command));
}

function warnOfSecrets(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (!SECRETS.includes(name) || command.getOptionValueSource(name) !== 'cli') continue;
    if (command.getOptionValue(name) === '') continue;
    command
      .configureOutput()
      .writeErr?.(
        `warning: other users may see ${option.long ?? ''} in the process list; use ${option.envVar ?? ''}\n`,
      );
  }
}
