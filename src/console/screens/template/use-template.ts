import { api, unwrap } from '../../api/client.js';
import { useResource, type Resource } from '../../api/resource.js';
import type { Api } from '../../api/shapes.js';

/** As many tasks as the picture shows; the newest. */
export const CHAIN_LENGTH = 200;

/** A template, and its newest finished tasks in numbers, oldest first; null: not asked for. */
export interface TemplateData {
  template: Api<'Template'>;
  chain: Api<'ChainCounts'> | null;
}

/** Reads a template, and with it its chain where that is shown: one request for both. */
export const useTemplate = (id: number, isChainShown: boolean): Resource<TemplateData> =>
  useResource(
    `template ${id} ${isChainShown}`,
    (signal) => (isChainShown ? loadWithChain(id, signal) : loadAlone(id, signal)),
    ['tasks', 'hosts', 'groups', 'templates'],
  );

async function loadWithChain(id: number, signal: AbortSignal): Promise<TemplateData> {
  const query = { last: CHAIN_LENGTH, include: 'template' } as const;
  const { data: chain } = await unwrap(
    api.GET('/api/v1/templates/{id}/chain', { params: { path: { id }, query }, signal }),
  );
  const { template } = chain;
  return template ? { template, chain } : { ...(await loadAlone(id, signal)), chain };
}

async function loadAlone(id: number, signal: AbortSignal): Promise<TemplateData> {
  const query = { include: 'groups' };
  const { data: template } = await unwrap(
    api.GET('/api/v1/templates/{id}', { params: { path: { id }, query }, signal }),
  );
  return { template, chain: null };
}
