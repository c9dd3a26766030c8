import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import {
  cidrList,
  encryptionKey,
  isTimeZone,
  proxyList,
  publicUrl,
  smtpUrl,
  urlList,
  wholeNumber,
} from './config.values.js';
import { closestMatch } from './lib/closest-match.js';
import { parseDotEnv, type DotEnvEntry } from './lib/dot-env.js';
import { surroundings, type Surroundings } from './platform/process/environment.js';
import { defaultDataDir } from './platform/process/locate-database.js';
import { readOwnFile } from './platform/process/own-file.js';
import { isMailAddress } from './platform/smtp/mail-address.js';

/** The configuration is invalid; the message names every invalid key. */
export class ConfigError extends Error {}

const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(8700),
  DATA_DIR: z.string().optional(),
  TLS: z.enum(['off', 'self-signed']).default('off'),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  API_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, 'must be 16 to 256 visible ASCII characters')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SCHEDULE_TIMEZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone like Europe/Berlin')
    .default('UTC'),
  ENCRYPTION_KEY: encryptionKey.optional(),
  BODY_LIMIT_BYTES: wholeNumber(1024, 1024 ** 3).default(8 * 1024 ** 2),
  MAX_HOSTS_PER_REQUEST: wholeNumber(1, 1_000_000).default(10_000),
  MAX_HOSTS_PER_TASK: wholeNumber(1, 1_000_000).default(65_536),
  MAX_PORTS_PER_TEMPLATE: wholeNumber(1, 65_535).default(65_535),
  MAX_CONCURRENT_TASKS: wholeNumber(1, 1000).default(8),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 10_000_000).default(6000),
  SSH_PORT: wholeNumber(1, 65_535).default(22),
  WINRM_PORT: wholeNumber(1, 65_535).default(5985),
  WINRM_TLS_PORT: wholeNumber(1, 65_535).default(5986),
  TRUST_ON_FIRST_USE: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true'),
  AGENT_OPERATIONS: wholeNumber(1, 1000).default(10),
  PUBLIC_URL: publicUrl.optional(),
  EVENT_RETENTION_DAYS: wholeNumber(1, 36_500).default(30),
  AUDIT_RETENTION_DAYS: wholeNumber(1, 36_500).default(365),
  SMTP_URL: smtpUrl.optional(),
  SMTP_PASSWORD: z.string().optional(),
  MAIL_FROM: z
    .string()
    .refine(isMailAddress, 'must be a mail address like hostwarden@example.org')
    .optional(),
  SESSION_IDLE_HOURS: wholeNumber(1, 8760).default(12),
  SESSION_MAX_DAYS: wholeNumber(1, 365).default(7),
  TRUST_PROXY: proxyList.optional(),
  BASE_PATH: z
    .string()
    .regex(/^(?:\/[\w.~-]+)+\/?$/, 'must be a path like /team/hw')
    .transform((text) => text.replace(/\/$/, ''))
    .optional(),
  FEED_REFRESH: z.enum(['auto', 'off']).default('auto'),
  FEED_MIRROR: urlList.default([]),
  FEED_STALE_DAYS: wholeNumber(1, 36_500).default(7),
  FEED_LIMIT_BYTES: wholeNumber(1 << 20, 64 * 1024 ** 3).default(2 * 1024 ** 3),
  HTTPS_PROXY: z.string().optional(),
  HTTP_PROXY: z.string().optional(),
  NO_PROXY: z.string().optional(),
  SCAN_ALLOW: cidrList.default([]),
  SCAN_DENY: cidrList.default([]),
});

export type Config = Readonly<
  Omit<z.output<typeof Environment>, 'DATA_DIR'> & { DATA_DIR: string }
>;

/**
 * All supported keys.
 * @internal
 */
export const CONFIG_KEYS = Object.keys(Environment.shape);

/** Whether the user allows colors (no-color.org). */
export const isColorEnabled = (): boolean => !process.env.NO_COLOR;

/**
 * Reads the configuration from the environment and from `.env` in the working directory. The environment
 * takes precedence; empty values count as absent. `overrides` come from the command line. Throws
 * ConfigError with every invalid key, and with every line of `.env` that is not a setting.
 */
export function readConfig(
  overrides: Record<string, string | undefined> = {},
  sources: Surroundings = surroundings(),
): Config {
  const fromFile = readDotEnv(sources);
  const fromOthers = {
    ...withoutEmpty(sources.env),
    ...inUpperCase(withoutEmpty(sources.env)),
    ...withoutEmpty(overrides),
  };
  const values = Object.fromEntries(fromFile.map(({ key, value }) => [key, value]));
  const given = Object.fromEntries(
    Object.entries({ ...withoutEmpty(values), ...fromOthers }).filter(([name]) =>
      CONFIG_KEYS.includes(name),
    ),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      const entry = name in fromOthers ? undefined : fromFile.findLast(({ key }) => key === name);
      return `  ${name} ${issue.message}${entry === undefined ? '' : ` (.env, line ${entry.line})`}`;
    });
    throw new ConfigError(`Invalid configuration:\n${lines.join('\n')}`);
  }
  requireCompleteTls(parsed.data);
  const dataDir = resolve(sources.cwd, parsed.data.DATA_DIR ?? defaultDataDir(sources));
  return Object.freeze({ ...parsed.data, DATA_DIR: dataDir });
}

function requireCompleteTls({
  TLS,
  TLS_CERT: cert,
  TLS_KEY: key,
}: z.output<typeof Environment>): void {
  if ((cert === undefined) !== (key === undefined))
    throw new ConfigError('TLS_CERT and TLS_KEY must be set together');
  if (cert !== undefined && TLS === 'self-signed')
    throw new ConfigError('TLS=self-signed and TLS_CERT are mutually exclusive');
}

// Read by commands, by Node or by libraries: in .env they would have no effect.
const ENVIRONMENT_ONLY: ReadonlySet<string> = new Set([
  'HOSTWARDEN_URL',
  'HOSTWARDEN_TOKEN',
  'NEW_ENCRYPTION_KEY',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'NO_COLOR',
  'XDG_DATA_HOME',
]);

/**
 * Throws ConfigError with the number of every line that is not one of the known settings, or if another user
 * may have written the file: it could be in the working directory by chance, and set the admin token.
 */
function readDotEnv({ cwd, uid }: Surroundings): DotEnvEntry[] {
  const file = join(cwd, '.env');
  if (!existsSync(file)) return [];
  const { entries, errors } = parseDotEnv(readText(file, uid));
  const unknown = entries
    .filter(({ key }) => !CONFIG_KEYS.includes(key))
    .map(({ key, line }) => ({ line, message: unknownKey(key) }));
  const lines = [...errors, ...unknown]
    .sort((a, b) => a.line - b.line)
    .map(({ line, message }) => `  line ${line} ${message}`);
  if (lines.length > 0)
    throw new ConfigError(
      `${file} is not a list of settings:\n${lines.join('\n')}\nKnown settings: ${CONFIG_KEYS.join(', ')}`,
    );
  return entries;
}

function readText(file: string, uid: number | undefined): string {
  try {
    return readOwnFile(file, uid);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      code === undefined ? `${file} ${message}` : `${file} cannot be read: ${message}`,
    );
  }
}

/** A key that looks like no key is not shown: it may be a line of a secret. */
function unknownKey(key: string): string {
  if (ENVIRONMENT_ONLY.has(key))
    return `sets ${key}, which is read from the environment only, not from this file`;
  const match = closestMatch(key, CONFIG_KEYS);
  const shown = match !== null || /^[A-Z][A-Z0-9_]{0,59}$/.test(key) ? key : 'a key';
  return `sets ${shown}, which is unknown${match === null ? '' : `; did you mean ${match}?`}`;
}

/** Returns the settings of proxies in lower case, which curl prefers, under their names in upper case. */
const inUpperCase = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    ['https_proxy', 'http_proxy', 'no_proxy']
      .filter((name) => env[name] !== undefined)
      .map((name) => [name.toUpperCase(), env[name] ?? '']),
  );

function withoutEmpty(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((e): e is [string, string] => e[1] !== undefined && e[1] !== ''),
  );
}
