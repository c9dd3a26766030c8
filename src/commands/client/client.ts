import { readConfig, type Config } from '../../config.js';
import { DataDirInUseError, findService, type ListeningService } from '../../data-dir/lock.js';
import { filesOf, readSecretFile, requireDataDir } from '../../data-dir/paths.js';
import { CommandError } from '../output/errors.js';
import { sleep, type Io } from '../output/io.js';
import { httpClient, parseServiceUrl } from './client.http.js';
import type { Client, ConnectOptions } from './types.js';

const STARTUP_TIMEOUT_MS = 3_000;
const RETRY_MS = 200;

/**
 * Finds the service: the one at `url`, otherwise the one that uses the data directory, otherwise this process
 * opens it temporarily, without listening. Throws ConfigError or CommandError with advice for the user.
 */
export async function connect(options: ConnectOptions, io: Pick<Io, 'signal'>): Promise<Client> {
  const { url, token } = options;
  if (url !== undefined) {
    if (token === undefined)
      throw new CommandError('--url needs a token: set --token or HOSTWARDEN_TOKEN', 2);
    return httpClient(parseServiceUrl(url), token, 'check --token or HOSTWARDEN_TOKEN');
  }
  const config = readConfig({ DATA_DIR: options.dataDir });
  if (options.needsDataDir === true) requireDataDir(config.DATA_DIR);
  return openDataDir(config, options, io);
}

/**
 * Runs `work` with the service that `connect` finds, and always closes the client. Most commands are about existing
 * data: unless `needsDataDir` is false, a missing data directory is an error.
 */
export async function withClient<T>(
  options: ConnectOptions,
  io: Pick<Io, 'signal'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connect({ needsDataDir: true, ...options }, io);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

// A process that holds the directory without listening is a service that starts or stops, or another
// command: the directory may be free shortly after.
async function openDataDir(
  config: Config,
  options: ConnectOptions,
  { signal }: Pick<Io, 'signal'>,
): Promise<Client> {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    const service = findService(filesOf(config.DATA_DIR));
    if (service) return connectToService(config.DATA_DIR, service, options.token);
    // Imported on demand: it is the whole service.
    const { localClient } = await import('./client.local.js');
    try {
      return await localClient(config);
    } catch (error) {
      if (!(error instanceof DataDirInUseError)) throw error;
      if (waitedMs >= STARTUP_TIMEOUT_MS || signal.aborted) throw toBusyError(error);
    }
    await sleep(RETRY_MS, signal);
  }
}

function connectToService(
  dir: string,
  { certificate, url }: ListeningService,
  token: string | undefined,
): Client {
  if (token !== undefined)
    return httpClient(url, token, 'check --token or HOSTWARDEN_TOKEN', certificate);
  const { adminToken } = filesOf(dir);
  const hint = 'set --token or HOSTWARDEN_TOKEN';
  return httpClient(
    url,
    readToken(adminToken, `A service uses ${dir} (${url})`, hint),
    `it is from ${adminToken}; ${hint}`,
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
  throw new CommandError(`${situation}, but its token file ${file} does not exist; ${hint}`, 2);
}

function toBusyError({ dir, service }: DataDirInUseError): CommandError {
  const user = service ? ` (process ${service.pid})` : '';
  return new CommandError(
    `Another hostwarden command${user} is using ${dir}. Try again when it has finished; ` +
      'with a running service (hostwarden serve), several commands can run at once.',
  );
}
