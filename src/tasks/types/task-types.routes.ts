import { z } from 'zod';
import type { Context } from '../../context.js';
import { data } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { describeTaskType } from './describe-task-type.js';
import { TaskTypeResponse } from './task-types.schemas.js';

/** The kinds of tasks, bare and under /api/v2. */
export function taskTypeRoutes(app: App, ctx: Context): void {
  app.get(
    '/task-types',
    {
      schema: { response: { 200: data(z.array(TaskTypeResponse)) } },
      config: {
        role: 'viewer',
        tag: 'Templates',
        summary: 'List task types',
        description:
          'The types of templates, with a JSON Schema of their params, the values of omitted ' +
          'params, and how fast ports are scanned at each speed.',
      },
    },
    () => ({ data: ctx.taskTypes.map(describeTaskType) }),
  );
}
