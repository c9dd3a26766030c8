import { openCredential, type CredentialDeps } from '../../credentials/credentials.service.js';
import type { CredentialTable } from '../../credentials/credentials.table.js';
import { AppError } from '../../errors.js';

/** What it takes to log in. The password must get into no answer, log or error. */
export interface Login {
  type: CredentialTable['type'];
  username: string;
  password: string;
}

/** Opens a credential and notes that it was used; null when there is none of this id. */
export async function buildLogin(ctx: CredentialDeps, id: number): Promise<Login | null> {
  try {
    return await openCredential(ctx, id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}
