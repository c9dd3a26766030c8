import { z } from 'zod';
import { Id } from '../http/common.js';

/** Collect by a session with a credential, or use the imported reports. */
export type InventoryParams = { credential_id: number } | { imported: true };

/**
 * Params of the task type `inventory`: exactly one of the two keys. Whether the credential exists is checked
 * when a template is saved, and again when a task runs.
 */
export const inventoryParams: z.ZodType<InventoryParams> = z
  .strictObject({
    credential_id: Id.optional().meta({
      title: 'Credential',
      description: 'Log in to each host with this credential',
    }),
    imported: z.literal(true, 'must be true').optional().meta({
      title: 'Imported reports',
      description: 'Use the reports that were imported since the previous task',
    }),
  })
  .meta({ minProperties: 1, maxProperties: 1 })
  .transform(({ credential_id, imported }, issues): InventoryParams => {
    if (credential_id !== undefined && imported === undefined) return { credential_id };
    if (credential_id === undefined && imported !== undefined) return { imported };
    issues.addIssue({
      code: 'custom',
      message: 'must have exactly one of credential_id and imported',
    });
    return z.NEVER;
  });
