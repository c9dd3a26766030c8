import { z } from 'zod';
import type { Config } from '../../config.js';
import {
  Expected,
  orByFilter,
  selectionFields,
} from '../../hosts/selection/host-filter.schemas.js';
import { Id, Meta, NonEmptyIds, paging, queryNumber, Timestamp } from '../../http/common.js';
import { OperationAction, OperationResponse } from '../operations/operations.schemas.js';

const batchParams = {
  action: OperationAction,
  credential_id: Id,
  dry_run: z.boolean().default(false),
};

/** The body of a new batch: at most as many hosts as one request may create. */
export const batchRequest = ({
  MAX_HOSTS_PER_REQUEST: max,
}: Pick<Config, 'MAX_HOSTS_PER_REQUEST'>) =>
  orByFilter(
    z.strictObject({ ...batchParams, host_ids: NonEmptyIds(max) }),
    z.strictObject({ ...batchParams, ...selectionFields, expected: Expected.min(1).max(max) }),
    [
      { action: 'install', host_ids: [7, 8], credential_id: 2, dry_run: true },
      { action: 'update', filter: { agent: 'online' }, expected: 12, credential_id: 2 },
    ],
  );

const batchFields = {
  id: z.int(),
  action: OperationAction,
  credential_id: z.int(),
  dry_run: z.boolean(),
  hosts: z.int().meta({ description: 'requested; each has an operation or a refusal' }),
  created_at: Timestamp,
};
const batchExample = {
  id: 1,
  action: 'install',
  credential_id: 2,
  dry_run: false,
  hosts: 2,
  created_at: 1_790_000_000,
} as const;

const RefusalResponse = z.object({ host_id: z.int(), code: z.string(), message: z.string() });
const refusals = [
  { host_id: 8, code: 'operation_working', message: 'An operation is already running on it' },
];

/** A batch that was started. */
export const BatchResponse = z
  .object({
    ...batchFields,
    operations: z.array(z.object({ host_id: z.int(), operation_id: z.int() })),
    refusals: z.array(RefusalResponse),
  })
  .meta({
    id: 'AgentBatch',
    examples: [{ ...batchExample, operations: [{ host_id: 7, operation_id: 4 }], refusals }],
  });

const Counts = z.record(z.string(), z.int());

/** A batch with the states of its operations. */
const BatchProgress = z
  .object({
    ...batchFields,
    states: Counts.meta({
      description:
        'operations by state: queued, working, completed, failed; refused hosts: refused',
    }),
    failures: Counts.meta({ description: 'failed operations by the code of their error' }),
    refusal_codes: Counts.meta({ description: 'refused hosts by code' }),
    refusals: z.array(RefusalResponse).meta({ description: 'the first 100, by host' }),
  })
  .meta({
    id: 'AgentBatchProgress',
    examples: [
      {
        ...batchExample,
        states: { working: 1, refused: 1 },
        failures: {},
        refusal_codes: { operation_working: 1 },
        refusals,
      },
    ],
  });

export const OperationsQuery = z.strictObject({
  batch: queryNumber(0, 1e15).optional(),
  host_id: queryNumber(0, 1e15).optional(),
  status: z.enum(['working', 'completed', 'failed']).optional(),
  error_code: z
    .string()
    .regex(/^[a-z_]{1,40}$/, 'must be an error code')
    .optional(),
  ...paging,
});
export type OperationsQuery = z.output<typeof OperationsQuery>;

export const OperationListResponse = z.object({
  data: z.array(
    OperationResponse.extend({ ip: z.string(), name: z.string() }).meta({
      id: 'AgentOperationOfHost',
      examples: [{ ...exampleOperation(), ip: '192.0.2.10', name: 'web-1' }],
    }),
  ),
  meta: Meta.extend({
    batch: BatchProgress.nullable().meta({ description: 'null without the filter `batch`' }),
  }),
});

function exampleOperation(): object {
  const [example] = OperationResponse.meta()?.examples as object[];
  return example ?? {};
}
