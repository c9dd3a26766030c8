import type { CommandSpecs } from '../command-spec.js';

/** The command `console`. */
export const CONSOLE_COMMANDS: CommandSpecs = {
  console: {
    about: 'print a link that opens the console of the running service',
    options: {
      '--role <role>': {
        about: 'rights of the session (default: those of the token)',
        choices: ['viewer', 'operator', 'admin'],
      },
      '--open': 'open the link in the browser instead of printing it',
    },
    run: async () => (await import('./console.js')).printConsoleLink,
    examples: ['console', 'console --open', 'console --role viewer'],
    note: 'The link signs in once, within two minutes.',
  },
};
