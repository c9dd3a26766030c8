import type { Generated } from 'kysely';

export interface CredentialTable {
  id: Generated<number>;
  name: string;
  type: 'ssh_password' | 'winrm_password';
  username: string;
  secret: Buffer;
  created_at: number;
  updated_at: number;
  last_used_at: number | null;
  scope_networks: Generated<string | null>;
}

export interface CredentialGroupTable {
  credential_id: number;
  group_id: number;
}
