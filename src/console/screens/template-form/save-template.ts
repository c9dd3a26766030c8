import { api, unwrap } from '../../api/client.js';
import { prefs } from '../../app/prefs.js';
import { announce } from '../../parts/toast.js';
import { toSchedule, type FormState } from './form-state.js';
import { toParams, type ParamField } from './schema-fields.js';

interface Saved {
  /** null: a new template */
  id: number | null;
  form: FormState;
  fields: readonly ParamField[];
  /** start a task as well */
  runs: boolean;
}

/** Saves a template, and returns where to go then: to it, or to its new task. Throws ApiError. */
export async function saveTemplate({ id, form, fields, runs }: Saved): Promise<string> {
  const { name, type, hosts, groups } = form;
  const params = toParams(fields, form.params);
  const schedule = toSchedule(form, prefs.value.zone === 'utc');
  const body = { name: name.trim(), hosts: [...hosts], groups: [...groups], params, schedule };
  const { data: saved } =
    id === null
      ? await unwrap(
          api.POST('/api/v1/templates/', {
            body: { ...body, type: type as 'pentest', enabled: false }, // the service knows more types
          }),
        )
      : await unwrap(api.PUT('/api/v1/templates/{id}', { params: { path: { id } }, body }));
  announce(`${saved.name} saved`);
  if (!runs) return `templates/${saved.id}`;
  const path = { id: saved.id };
  const { data: task } = await unwrap(api.POST('/api/v1/templates/{id}', { params: { path } }));
  return `tasks/${task.id}`;
}
