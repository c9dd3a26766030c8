import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import type { Column, FilterChoice } from '../table/columns.js';
import { ExactTime } from '../time.js';
import { OperationState, operationWords } from './operation-state.js';

type Operation = Api<'AgentOperationOfHost'>;

/** The columns of operations of one batch. */
export const BATCH_COLUMNS: readonly Column<Operation>[] = [
  { heading: 'Host', cell: ({ name, ip }) => (name === '' ? ip : name) },
  { heading: 'Address', isAddress: true, cell: ({ ip }) => ip },
  { heading: 'Status', cell: ({ status }) => status },
  { heading: 'Step', cell: (operation) => <OperationState operation={operation} /> },
  { heading: 'Changed', cell: ({ updated_at }) => <ExactTime at={updated_at} /> },
];

/** The columns of operations of all hosts. */
export const OPERATION_COLUMNS: readonly Column<Operation>[] = [
  ...BATCH_COLUMNS.slice(0, 2),
  { heading: 'Operation', cell: operationWords },
  ...BATCH_COLUMNS.slice(2),
  {
    heading: 'Batch',
    cell: ({ batch_id }) =>
      batch_id !== null && <a href={href(`agents/batches/${batch_id}`)}>{batch_id}</a>,
  },
];

/** The filters of operations. */
export const OPERATION_FILTERS: readonly FilterChoice[] = [
  {
    name: 'status',
    label: 'Status',
    options: ['working', 'completed', 'failed'].map((name) => [name, name]),
  },
  { name: 'error_code', label: 'Error' },
];
