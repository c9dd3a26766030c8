import { useRef } from 'preact/hooks';
import { useApiList, type List, type PagedBody } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';

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
const DIFF_LIST = {
  sorts: ['severity', 'host', '-host', 'package'],
  filters: ['severity', 'host_id'],
};

type Row = Api<'DiffEntry'> | Api<'ChangedEntry'> | Api<'NotCompared'> | Api<'ServiceDiff'>;

/** A page of a section. All its rows have the fields of the section. */
export interface DiffBody extends PagedBody<Row> {
  meta: PagedBody<Row>['meta'] & { diff: DiffHead };
}

interface DiffOf {
  taskId: number;
  baseId: number | null;
  section: keyof typeof SECTIONS;
}

/** Requests a page of the differences of a task, with all counts. `of`: the section that its rows are of. */
export function useDiffPage({ taskId, baseId, section }: DiffOf): {
  list: List<DiffBody>;
  of: DiffOf['section'];
} {
  const list = useApiList('/api/v1/tasks/{id}/diff/entries', {
    ...DIFF_LIST,
    of: { id: taskId },
    query: { section: SECTIONS[section].name, ...(baseId !== null && { base: baseId }) },
  });
  const shown = useRef({ data: list.data, section });
  if (shown.current.data !== list.data) shown.current = { data: list.data, section };
  return { list: list, of: shown.current.section };
}
