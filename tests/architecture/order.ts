/**
 * The layers of `src`, top to bottom: a file imports only from its own layer and from those below it. An entry is a
 * folder of `src`, or a file at its root.
 */
export const ORDER = [
  'console',
  'main.ts',
  'commands',
  'service.ts',
  'create-context.ts',
  'create-task-types.ts',
  'app.ts',
  'console-server',
  'data-dir',
  'notifications',
  'fleet',
  'agents',
  'reports',
  'feeds',
  'inventory',
  'templates',
  'tasks',
  'services',
  'vulnerabilities',
  'pentest',
  'pictures',
  'knowledge',
  'events',
  'hosts',
  'groups',
  'credentials',
  'sessions',
  'audit',
  'tokens',
  'schedules',
  'clock',
  'versions',
  'http',
  'database',
  'context.ts',
  'config.ts',
  'config.values.ts',
  'logger.ts',
  'platform',
  'lib',
  'errors.ts',
  'version.ts',
];

/** Files that gather the types of all features. Imports from them and of them are outside the order. */
export const GATHERING_FILES = ['src/context.ts', 'src/database/tables.ts'];

/** Contracts that plug-ins of lower layers implement. They may import the types of these files. */
export const CONTRACTS = ['src/tasks/task-type.ts'];

/** Pure modules that the page in the browser shares with the service and its commands. */
export const SHARED =
  /^src\/((pictures|audit\/words)\/|lib\/markup\/csv\.ts$|knowledge\/records\.ts$|tasks\/hosts-done\.ts$|vulnerabilities\/(coverage\/coverage(\.text|-state|-counts)|remediations\/counts\.text|support\/support\.text)\.ts$)/;

/** Composition of the service: besides routes, the only files that import `context.ts`. */
export const WIRING =
  /(^src\/(app|main|service)\.ts|\/create-[\w-]+\.ts|\.(service|routes)\.ts|^src\/commands\/.*)$/;
