import { api, unwrap } from '../../api/client.js';

/** Switches the schedule of a template on or off. */
export const enableSchedule = (id: number, enable: boolean): Promise<unknown> =>
  unwrap(api.PATCH('/api/v1/templates/', { body: { templates_id: id, enable } }));

/** Deletes templates: running tasks are stopped, all tasks archived. */
export const deleteTemplates = (ids: readonly number[]): Promise<unknown> =>
  unwrap(api.DELETE('/api/v1/templates', { body: { id: [...ids] } }));

/** Starts a task of a template without opening it. */
export const startTask = (id: number): Promise<unknown> =>
  unwrap(api.POST('/api/v1/templates/{id}', { params: { path: { id } } }));
