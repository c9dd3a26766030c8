import { api, unwrap } from '../../api/client.js';
import { listQuery } from '../../api/list-query.js';
import { useList, type ListResource } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import type { ListState } from '../../app/list-address.js';
import type { PagedBody } from '../table/paged-table.js';

/** The tasks of a difference, its coverage and its counts. */
export type DiffHead = Api<'DiffHead'>;

/** The kinds of differences, by their name in the address. */
export const SECTIONS = {
  new: {
    name: 'new',
    label: 'New findings',
    empty: 'Nothing is new on the hosts that were compared',
  },
  fixed: {
    name: 'fixed',
    label: 'Fixed findings',
    empty: 'Nothing was fixed on the hosts that were compared',
  },
  changed: {
    name: 'changed',
    label: 'Changed findings',
    empty: 'Nothing else changed on the hosts that were compared',
  },
  'not-compared': {
    name: 'not_compared',
    label: 'Hosts that were not compared',
    empty: 'All hosts were compared',
  },
  ports: { name: 'ports', label: 'Ports that changed', empty: 'No port changed' },
} as const;

/** The orders and filters of entries in the address. */
export const DIFF_LIST = {
  sorts: ['severity', 'host', '-host', 'package'],
  filters: ['severity', 'host_id'],
};

type Row = Api<'DiffEntry'> | Api<'ChangedEntry'> | Api<'NotCompared'> | Api<'ServiceDiff'>;

/** A page of a section. All its rows have the fields of the section. */
export interface DiffBody extends PagedBody<Row> {
  meta: PagedBody<Row>['meta'] & { diff: DiffHead };
  section: keyof typeof SECTIONS;
}

interface DiffOf {
  taskId: number;
  baseId: number | null;
  section: keyof typeof SECTIONS;
}

/** Requests a page of the differences of a task, with the counts of all of them. */
export function useDiffPage(
  { taskId, baseId, section }: DiffOf,
  state: ListState,
): ListResource<DiffBody> {
  const query = listQuery<'listDiffEntries'>(state, {
    section: SECTIONS[section].name,
    ...(baseId !== null && { base: baseId }),
  });
  const request = async (asked: typeof query, signal: AbortSignal | null): Promise<DiffBody> => {
    const params = { path: { id: taskId }, query: asked };
    const body = await unwrap(api.GET('/api/v1/tasks/{id}/diff/entries', { params, signal }));
    return { ...body, section };
  };
  return useList(query, request, [], `diff ${taskId}`);
}
