import { z } from 'zod';
import { Search, optionalPaging } from '../http/common.js';
import { sortValues } from '../lib/lists/sort-by.js';

/** Orders of the list of templates. `next_start`: the soonest first; those without one are last. */
const TEMPLATE_SORTS = ['id', 'name', 'type', 'last_task', 'next_start'] as const;
export type TemplateSort = (typeof TEMPLATE_SORTS)[number];

const filters = { name: Search.optional(), type: Search.optional() };
export const ListBody = z
  .union([z.undefined(), z.null(), z.strictObject(filters)])
  .meta({ oneOf: [z.strictObject(filters), z.null()], examples: [{ type: 'pentest' }] });
export const ListQuery = z.strictObject({
  ...filters,
  q: Search.optional().meta({ description: 'substring of the name' }),
  sort: z
    .enum(sortValues(TEMPLATE_SORTS))
    .optional()
    .meta({ description: 'a leading `-` reverses the order; default: by id' }),
  include: z.enum(['last_task']).optional(),
  ...optionalPaging,
});
