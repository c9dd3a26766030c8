import type { CommandSpecs } from './command-spec.js';

/** The command `rekey`. */
export const REKEY_COMMANDS: CommandSpecs = {
  rekey: {
    about: 'encrypt all stored credentials with a new key; the service must not be running',
    options: {
      '--new-key <key>': {
        about:
          'new key: 32 bytes in base64 or hexadecimal digits (default: random; ' +
          'prefer the variable: others may see options in the process list)',
        env: 'NEW_ENCRYPTION_KEY',
      },
    },
    isLocal: true,
    run: async () => (await import('./rekey.js')).rekeyDataDir,
    examples: ['rekey'],
  },
};
