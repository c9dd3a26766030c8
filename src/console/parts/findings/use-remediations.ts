import { FINDING_TOPICS } from '../../api/changes.js';
import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import type { listQuery } from '../../api/list-query.js';
import { useResource, type Resource } from '../../api/resource.js';
import type { PagedBody } from '../table/paged-table.js';

type Query = ReturnType<typeof listQuery<'listRemediations'>>;

type Remediations = PagedBody<Api<'Remediation'>> & {
  meta: { not_checked: Api<'NotCheckedHosts'> };
};

/** Requests a page of actions. */
export async function loadRemediations(query: Query, signal?: AbortSignal): Promise<Remediations> {
  const init = { params: { query }, ...(signal && { signal }) };
  const body = await unwrap(api.GET('/remediations', init));
  if (typeof body === 'string') throw new TypeError('a script was not asked for');
  return body;
}

/** Returns a page of actions. */
export const useRemediations = (query: Query): Resource<Remediations> =>
  useResource(JSON.stringify(query), (signal) => loadRemediations(query, signal), FINDING_TOPICS);
