import { readData } from '../client/request.js';
import type { Client } from '../client/types.js';
import { readSecret, type SecretIo } from '../input/secret.js';
import { CommandError } from '../output/errors.js';

/** Where the secrets of a command are. */
export interface SecretOptions {
  passwordFile?: string;
  keyFile?: string;
  passphraseFile?: string;
  certificateFile?: string;
  /** true: ask for it; false: remove it */
  sudoPassword?: boolean;
  sudoPasswordFile?: string;
}

/** The secrets of a request. */
export interface SecretBody {
  password?: string;
  private_key?: string;
  passphrase?: string;
  certificate?: string | null;
  sudo_password?: string | null;
}

const FILES = {
  passwordFile: '--password-file',
  keyFile: '--key-file',
  passphraseFile: '--passphrase-file',
  certificateFile: '--certificate-file',
  sudoPasswordFile: '--sudo-password-file',
} as const;

/**
 * Reads the secrets that options name.
 * @param asks for the password, although no option names it
 */
export async function readSecrets(
  options: SecretOptions,
  io: SecretIo,
  asks: boolean,
): Promise<SecretBody> {
  assertOneStandardInput(options);
  const read = (name: keyof typeof FILES, prompt: string): Promise<string> =>
    readSecret(
      { file: options[name], prompt, option: FILES[name], hasLines: name === 'keyFile' },
      io,
    );
  const { passwordFile, keyFile, passphraseFile, certificateFile, sudoPassword } = options;
  const body: SecretBody = {};
  if (keyFile !== undefined) body.private_key = await read('keyFile', 'Private key');
  if (passphraseFile !== undefined)
    body.passphrase = await read('passphraseFile', 'Passphrase of the key');
  if (certificateFile !== undefined)
    body.certificate = await read('certificateFile', 'Certificate');
  if (passwordFile !== undefined || asks) body.password = await read('passwordFile', 'Password');
  if (sudoPassword === true || options.sudoPasswordFile !== undefined)
    body.sudo_password = await read('sudoPasswordFile', 'Password for sudo');
  return body;
}

function assertOneStandardInput(options: SecretOptions): void {
  const names = (Object.keys(FILES) as (keyof typeof FILES)[]).filter(
    (name) => options[name] === '-',
  );
  if (names.length > 1)
    throw new CommandError(
      `Standard input can be one secret only, not ${names.map((name) => FILES[name]).join(' and ')}`,
      2,
    );
}

interface SecretRequest {
  client: Client;
  method: 'POST' | 'PUT';
  path: string;
  body: SecretBody & Record<string, unknown>;
}

/** Sends secrets. The passphrase of the key is asked for if the service needs one. */
export async function sendSecrets<T>(request: SecretRequest, io: SecretIo): Promise<T> {
  const { client, method, path, body } = request;
  const response = await client.request(method, path, body);
  const { code } = (response.body ?? {}) as { code?: unknown };
  if (code !== 'passphrase_missing') return readData<T>(response);
  const source = { prompt: 'Passphrase of the key', option: FILES.passphraseFile };
  const passphrase = await readSecret(source, io);
  return readData<T>(await client.request(method, path, { ...body, passphrase }));
}
