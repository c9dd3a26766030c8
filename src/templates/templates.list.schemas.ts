import { z } from 'zod';
import { Search, optionalPaging } from '../http/common.js';

const filters = { name: Search.optional(), type: Search.optional() };
export const ListBody = z
  .union([z.undefined(), z.null(), z.strictObject(filters)])
  .meta({ oneOf: [z.strictObject(filters), z.null()], examples: [{ type: 'pentest' }] });
export const ListQuery = z.strictObject({
  ...filters,
  include: z.enum(['last_task']).optional(),
  ...optionalPaging,
});
