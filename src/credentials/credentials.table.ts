import type { Generated } from 'kysely';

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

export interface CredentialGroupTable {
  credential_id: number;
  group_id: number;
}
