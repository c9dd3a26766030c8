import type { Readable } from 'node:stream';
import { readConfig, type Config } from '../../config.js';
import { filesOf, requireDataDir, readSecretFile } from '../../data-dir/paths.js';
import { DataDirInUseError, type ServiceRecord } from '../../data-dir/lock.js';
import { httpClient } from './client.http.js';
import { localClient } from './client.local.js';
import { CommandError, sleep, type Io } from '../output/io.js';

/** `body`: undefined where the answer holds no JSON; `text`: the same before it was read, and `headers` (names in small letters), where they are of use. */
export interface ApiResponse {
  status: number;
  body: unknown;
  text?: string;
  headers?: Readonly<Record<string, unknown>>;
}

/** The interface of a service, wherever it runs. */
export interface Client {
  request(method: string, path: string, body?: unknown): Promise<ApiResponse>;
  /** the same with a stream as the body; the answer may take as long as it takes. `modified`: when what is sent was last changed */
  upload(
    method: string,
    path: string,
    body: Readable,
    modified?: Date | null,
  ): Promise<ApiResponse>;
  /** where it is, when it is not in this process */
  service?: ServiceAddress;
  /** takes back what the service needed for itself; the client is not to be used afterwards */
  close(): Promise<void>;
}

/** A running service: `hint` says what to do when the token is not accepted, `trust` is PEM of a certificate to trust. */
export interface ServiceAddress {
  url: string;
  token: string;
  hint: string;
  trust?: string;
}

export interface ConnectOptions {
  dataDir?: string;
  url?: string;
  token?: string;
  /** the command starts tasks: they are worked on in this process where no service runs */
  works?: boolean;
  /** the command is about what a data folder holds: one that is not there is an error, and is not made */
  needsFolder?: boolean;
}

const STARTING_MS = 3_000;

/**
 * Finds the service: the one at `url`, else the one that runs on the data folder, else this process becomes it for a moment, without listening.
 * Throws ConfigError or CommandError with what the person can do.
 */
export async function connect(options: ConnectOptions, io: Pick<Io, 'signal'>): Promise<Client> {
  const { url, token } = options;
  if (url !== undefined) {
    if (token === undefined)
      throw new CommandError('--url needs a token: give one with --token or HOSTWARDEN_TOKEN', 2);
    return httpClient(serviceUrl(url), token, 'check --token or HOSTWARDEN_TOKEN');
  }
  const config = readConfig({ DATA_DIR: options.dataDir });
  if (options.needsFolder === true) requireDataDir(config.DATA_DIR);
  return openFolder(config, options, io);
}

/** Lets `work` use the service that `connect` finds, and gives back what that took, whatever becomes of it. */
export async function withClient<T>(
  options: ConnectOptions,
  io: Pick<Io, 'signal'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connect(options, io);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

// Who holds the folder without listening is a service that starts or ends, or another command: a moment later it may be free.
async function openFolder(
  config: Config,
  options: ConnectOptions,
  { signal }: Pick<Io, 'signal'>,
): Promise<Client> {
  for (let waited = 0; ; waited += 200) {
    try {
      return await localClient(config, options.works ?? false);
    } catch (error) {
      if (!(error instanceof DataDirInUseError)) throw error;
      if (error.service?.url)
        return viaService(config.DATA_DIR, error.service, error.service.url, options.token);
      if (waited >= STARTING_MS || signal.aborted) throw busy(error);
    }
    await sleep(200, signal);
  }
}

function viaService(
  dir: string,
  { certificate }: ServiceRecord,
  url: string,
  token: string | undefined,
): Client {
  if (token !== undefined)
    return httpClient(url, token, 'check --token or HOSTWARDEN_TOKEN', certificate);
  const { adminToken } = filesOf(dir);
  const hint = 'give a token with --token or HOSTWARDEN_TOKEN';
  return httpClient(
    url,
    readToken(adminToken, `A service works on ${dir} (${url})`, hint),
    `it came from ${adminToken}; ${hint}`,
    certificate,
  );
}

function readToken(file: string, situation: string, hint: string): string {
  try {
    const text = readSecretFile(file);
    if (text) return text;
  } catch (error) {
    throw new CommandError(
      `${situation}, but its token file ${file} cannot be read: ${(error as Error).message}; ${hint}`,
      2,
    );
  }
  throw new CommandError(`${situation}, but its token file ${file} is not there; ${hint}`, 2);
}

function busy({ dir, service }: DataDirInUseError): CommandError {
  const who = service ? ` (process ${service.pid})` : '';
  return new CommandError(
    `Another hostwarden command${who} works on ${dir}. Try again when it has ended; with a service running (hostwarden serve), several can work at once.`,
  );
}

function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CommandError(
      `--url must be an address like http://127.0.0.1:8700, not ${JSON.stringify(text)}`,
      2,
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
