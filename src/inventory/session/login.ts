import { openCredential, type CredentialDeps } from '../../credentials/credentials.service.js';
import type { CredentialTable } from '../../credentials/credentials.table.js';
import { AppError } from '../../errors.js';

/** A login on a host. The password must not appear in responses, logs or errors. */
export interface Login {
  type: CredentialTable['type'];
  username: string;
  password: string;
}

/** Opens a credential and records its use; null when it does not exist. */
export async function buildLogin(deps: CredentialDeps, id: number): Promise<Login | null> {
  try {
    return await openCredential(deps, id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}
