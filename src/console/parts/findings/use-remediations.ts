import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import type { listQuery } from '../../api/list-query.js';
import { useResource, type Resource } from '../../api/resource.js';
import type { PagedBody } from '../table/paged-table.js';

type Query = ReturnType<typeof listQuery<'listRemediations'>>;

/** Returns a page of actions. */
export function useRemediations(query: Query): Resource<PagedBody<Api<'Remediation'>>> {
  return useResource(
    JSON.stringify(query),
    async (signal) => {
      const body = await unwrap(api.GET('/remediations', { params: { query }, signal }));
      if (typeof body === 'string') throw new TypeError('a script was not asked for');
      return body;
    },
    ['tasks', 'agents', 'feeds'],
  );
}
