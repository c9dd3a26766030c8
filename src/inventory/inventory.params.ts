import { z } from 'zod';
import { Id } from '../http/common.js';

/** By a session with a credential, or by what was imported. */
export type InventoryParams = { credential_id: number } | { imported: true };

/**
 * Params of the task type `inventory`: exactly one of the two. Whether the credential exists shows when a
 * task runs.
 */
export const inventoryParams: z.ZodType<InventoryParams> = z
  .strictObject({
    credential_id: Id.optional(),
    imported: z.literal(true, 'can only be true').optional(),
  })
  .transform(({ credential_id, imported }, issues): InventoryParams => {
    if (credential_id !== undefined && imported === undefined) return { credential_id };
    if (credential_id === undefined && imported !== undefined) return { imported };
    issues.addIssue({ code: 'custom', message: 'needs exactly one of credential_id and imported' });
    return z.NEVER;
  });
