import { api, unwrap, type Api } from '../../api/client.js';
import { useResource, type Resource } from '../../api/resource.js';

/** As many tasks as the picture shows; the newest. */
export const CHAIN_LENGTH = 30;

/** The newest finished tasks of a template in numbers, oldest first, and the starts that its schedule missed. */
export interface ChainData {
  tasks: Pick<Api<'TaskDiff'>, 'task_id' | 'number_task' | 'status' | 'finished_at' | 'summary'>[];
  history: Api<'ScheduleHistoryItem'>[];
}

/** Reads the chain of a template. Entries of the lowest severities are left out: only numbers are shown. */
export function useChain(id: number): Resource<ChainData> {
  const path = { id };
  return useResource(
    `chain ${id}`,
    async (signal) => {
      const [diffs, history] = await Promise.all([
        unwrap(
          api.GET('/api/v1/templates/{id}/diff', {
            params: { path, query: { last: CHAIN_LENGTH, severity: 'critical' } },
            signal,
          }),
        ),
        unwrap(
          api.GET('/api/v1/templates/{id}/schedule/history', {
            params: { path, query: { limit: 100 } },
            signal,
          }),
        ),
      ]);
      return { tasks: diffs.data, history: history.data };
    },
    ['tasks'],
  );
}
