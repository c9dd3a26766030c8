import type { Selectable } from 'kysely';
import type { CredentialScope } from './credential-scope.js';
import type { CredentialTable } from './credentials.table.js';

/** Where a credential is used. */
export interface CredentialUses {
  /** templates with the credential in their params */
  template_ids: number[];
  /** running agent operations */
  operation_ids: number[];
}

/** A credential as the API returns it. `scope` null: none is set. */
export type Credential = Omit<
  Selectable<CredentialTable>,
  'secret' | 'sudo_secret' | 'scope_networks'
> & {
  /** whether sudo is given another password than the login */
  has_sudo_password: boolean;
  scope: CredentialScope | null;
  used_by: CredentialUses;
};
