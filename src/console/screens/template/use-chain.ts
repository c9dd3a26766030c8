import { api, unwrap } from '../../api/client.js';
import { useResource, type Resource } from '../../api/resource.js';
import type { ChainData } from './chain-data.js';

/** As many tasks as the picture shows; the newest. */
export const CHAIN_LENGTH = 200;

/** Reads the chain of a template. */
export function useChain(id: number): Resource<ChainData> {
  const path = { id };
  return useResource(
    `chain ${id}`,
    async (signal) => {
      const chain = unwrap(
        api.GET('/api/v1/templates/{id}/chain', {
          params: { path, query: { last: CHAIN_LENGTH } },
          signal,
        }),
      );
      const history = unwrap(
        api.GET('/api/v1/templates/{id}/schedule/history', {
          params: { path, query: { limit: 100 } },
          signal,
        }),
      );
      return { chain: (await chain).data, history: (await history).data };
    },
    ['tasks'],
  );
}
