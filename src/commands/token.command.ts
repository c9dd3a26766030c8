import type { CommandSpecs } from './command-spec.js';

/** The commands of `token`. */
export const TOKEN_COMMANDS: CommandSpecs = {
  create: {
    about: 'create a token (shown once)',
    options: {
      '--name <name>': { about: 'purpose of the token', isRequired: true },
      '--role <role>': {
        about: 'viewer reads; operator also runs scans; admin also manages credentials and tokens',
        choices: ['viewer', 'operator', 'admin'],
        isRequired: true,
      },
      '--expires <time>': 'expiry, like 90d, 12h, 4w or 2027-01-01T00:00:00Z (default: never)',
    },
    run: async () => (await import('./token.js')).tokenCreate,
    examples: ['token create --name grafana --role viewer --expires 90d'],
    json: 'TokenWithText',
  },
  list: {
    about: 'list tokens (secrets are not shown)',
    run: async () => (await import('./token.js')).tokenList,
    examples: ['token list'],
    json: 'Token[]',
  },
  revoke: {
    about: 'revoke a token',
    arguments: { '<id>': 'id from "token list"' },
    run: async () => (await import('./token.js')).tokenRevoke,
    examples: ['token revoke 3'],
  },
};
