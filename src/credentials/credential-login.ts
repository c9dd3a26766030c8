import type { SshKey } from '../platform/ssh/keys/ssh-key.js';
import type { SshOptions } from '../platform/ssh/ssh.js';
import type { CredentialType } from './credentials.table.js';

interface SshLogin {
  username: string;
  /** what sudo is given; null: the password, or nothing with a key */
  sudoPassword?: string | null;
}

/** A credential for logging in. Its secrets must not reach a response, log, event or error. */
export type CredentialLogin =
  | (SshLogin & { type: 'ssh_password'; password: string })
  | (SshLogin & { type: 'ssh_key'; key: SshKey })
  | { type: 'winrm_password'; username: string; password: string };

/** A login over SSH. */
export type SshCredential = Exclude<CredentialLogin, { type: 'winrm_password' }>;
export type WinRmCredential = Extract<CredentialLogin, { type: 'winrm_password' }>;

/** Returns what a host is recognized by at a login with this type: its SSH host key, or its certificate. */
export const keyKindOfType = (type: CredentialType): 'ssh' | 'winrm' =>
  type === 'winrm_password' ? 'winrm' : 'ssh';

/** Returns the texts of a login that must not be repeated. A key is never sent. */
export const secretsOfLogin = (login: CredentialLogin): string[] => [
  ...('password' in login ? [login.password] : []),
  ...('sudoPassword' in login && login.sudoPassword != null ? [login.sudoPassword] : []),
];

/** Returns the options of an SSH connection with this login. */
export const sshLoginOptions = (
  login: SshCredential,
): Pick<SshOptions, 'username' | 'password' | 'key' | 'sudoPassword'> => ({
  username: login.username,
  sudoPassword: login.sudoPassword ?? null,
  ...(login.type === 'ssh_key' ? { key: login.key } : { password: login.password }),
});
