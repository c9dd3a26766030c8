import type { CommandSpecs } from '../command-spec.js';
import { parseThousand, timeOption } from '../shared-options.js';

/** The command `audit`. */
export const AUDIT_COMMANDS: CommandSpecs = {
  audit: {
    about: 'who changed what, and failed logins; the newest first',
    options: {
      '--actor <name>': 'only of this token',
      '--action <action>': 'only create, update, delete, run, import, stop or login_failed',
      '--resource <kind>': 'only host, group, template, credential, token, ...',
      '--id <id>': 'only of the resource with this id',
      '--outcome <outcome>': {
        about: 'only with this outcome',
        choices: ['ok', 'refused', 'failed'],
      },
      '--since <time>': timeOption('only from this time on, like 2027-01-31'),
      '--until <time>': timeOption('only up to this time'),
      '--limit <lines>': { about: 'at most this many lines', default: '50', parse: parseThousand },
    },
    run: async () => (await import('./audit.js')).audit,
    examples: ['audit', 'audit --actor grafana --since 2027-01-31'],
    json: 'AuditLine[]',
  },
};
