import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../../src/commands/program.js';
import { addSecretWarnings } from '../../src/commands/visible-secrets.js';

beforeEach(() => {
  for (const name of ['HOSTWARDEN_TOKEN', 'NEW_ENCRYPTION_KEY']) vi.stubEnv(name, undefined);
  return () => vi.unstubAllEnvs();
});

/** Runs no handler, and returns what is printed on standard error. */
async function messagesOf(args: string[]): Promise<string> {
  let text = '';
  const program = createProgram(() => () => Promise.resolve());
  addSecretWarnings(program);
  for (const command of [...program.commands, ...program.commands.flatMap((c) => c.commands)])
    command.configureOutput({
      writeErr: (part) => {
        text += part;
      },
    });
  await program.parseAsync(args, { from: 'user' });
  return text;
}

describe('a secret in an option', () => {
  it.each([
    [['token', 'list', '--token', 'hwt_1'], '--token', 'HOSTWARDEN_TOKEN'],
    [['scan', '10.0.0.1', '--token=hwt_1'], '--token', 'HOSTWARDEN_TOKEN'],
    [['rekey', '--new-key', 'k'], '--new-key', 'NEW_ENCRYPTION_KEY'],
  ])('%j is accepted with a warning that names the variable', async (args, option, variable) => {
    const message = await messagesOf(args);
    expect(message).toBe(
      `warning: other users may see ${option} in the process list; use ${variable}\n`,
    );
    expect(message).not.toContain('hwt_1');
  });

  it.each([
    ['a variable', ['token', 'list']],
    ['an empty option', ['token', 'list', '--token', '']],
  ])('%s has no warning', async (_name, args) => {
    vi.stubEnv('HOSTWARDEN_TOKEN', 'hwt_1');
    vi.stubEnv('NEW_ENCRYPTION_KEY', 'k');
    expect(await messagesOf(args)).toBe('');
    expect(await messagesOf(['rekey'])).toBe('');
  });
});
