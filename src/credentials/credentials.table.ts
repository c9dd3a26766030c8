import type { Generated, Selectable } from 'kysely';

export type CredentialType = 'ssh_password' | 'winrm_password' | 'ssh_key';

export interface CredentialTable {
  id: Generated<number>;
  name: string;
  type: CredentialType;
  username: string;
  secret: Buffer;
  sudo_secret: Generated<Buffer | null>;
  fingerprint: Generated<string | null>;
  certificate_expires_at: Generated<number | null>;
  created_at: number;
  updated_at: number;
  last_used_at: number | null;
  scope_networks: Generated<string | null>;
}

/** The columns that change with the secrets; absent ones stay. */
export type SecretColumns = Partial<
  Pick<
    Selectable<CredentialTable>,
    'secret' | 'sudo_secret' | 'fingerprint' | 'certificate_expires_at'
  >
>;

export interface CredentialGroupTable {
  credential_id: number;
  group_id: number;
}
