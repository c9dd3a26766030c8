import { toSchema } from '../../http/openapi/to-schema.js';
import type { TaskType } from '../task-type.js';
import type { TaskTypeResponse } from './task-types.schemas.js';

/** Returns what a form needs to know about a task type. The schema is the one that validates templates. */
export function describeTaskType({ name, info, params }: TaskType): TaskTypeResponse {
  return {
    type: name,
    label: info?.label ?? name,
    description: info?.description ?? '',
    params_schema: toSchema(params, 'input', {}),
    defaults: info?.defaults ?? null,
    default_ports: info?.default_ports ?? null,
    estimates: [...(info?.estimates ?? [])],
  };
}
