import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { useResource } from '../../api/resource.js';
import { href } from '../../app/place.js';
import { prefs } from '../../app/prefs.js';
import { address } from '../../app/router.js';
import { useTitle } from '../../app/title.js';
import type { Named } from '../../parts/form/found-picker.js';
import { Failure } from '../../parts/failure.js';
import type { ScreenProps } from '../screen-props.js';
import { emptyForm, formOf, toSchedule, type FormState } from './form-state.js';
import { knownStarts, type KnownStarts } from './known-starts.js';
import { TemplateForm } from './template-form.js';

/** The content that the form begins with. */
interface Start {
  types: Api<'TaskType'>[];
  form: FormState;
  /** those whose names are known */
  hosts: Named[];
  starts: KnownStarts | null;
}

/** A new template, a copy of one (`?copy=`), or the change of one. */
export default function TemplateFormScreen({ params }: ScreenProps) {
  const { copy = '', type, hosts } = address.value.query;
  const id = params.id === undefined ? null : Number(params.id);
  const source = id ?? (copy === '' ? null : Number(copy));
  const title = id === null ? 'New template' : 'Edit template';
  const start = useResource(`form ${source ?? ''}`, (signal) =>
    source === null
      ? startNew({ ...(type && { type }), hosts }, signal)
      : startFrom(source, id === null, signal),
  );
  useTitle(title, 'Templates');
  const { data, error } = start;
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      {error?.status === 404 && (
        <p>
          There is no such template: it may have been deleted.{' '}
          <a href={href('templates')}>Open the list of templates</a>
        </p>
      )}
      {error && error.status !== 404 && <Failure error={error} retry={start.reload} />}
      {!data && !error && <p class="muted">Loading…</p>}
      {data && <TemplateForm id={id} isTypeFixed={source !== null} {...data} />}
    </>
  );
}

async function startNew(
  given: Parameters<typeof emptyForm>[0],
  signal: AbortSignal,
): Promise<Start> {
  const { data: types } = await unwrap(api.GET('/task-types', { signal }));
  return { types, form: emptyForm(given), hosts: [], starts: null };
}

/** Begins with a stored template. Its type, and its next starts, come with it. */
async function startFrom(id: number, isCopy: boolean, signal: AbortSignal): Promise<Start> {
  const query = { include: 'hosts,task_type,starts' };
  const { data: template } = await unwrap(
    api.GET('/api/v1/templates/{id}', { params: { path: { id }, query }, signal }),
  );
  const isUtc = prefs.value.zone === 'utc';
  const form = formOf(template, { isCopy, isUtc });
  const types = template.task_type ? [template.task_type] : [];
  const hosts = (template.host_names ?? []).flatMap((name, i) => ({
    id: form.hosts[i] ?? 0,
    name,
  }));
  return { types, form, hosts, starts: knownStarts(template, toSchedule(form, isUtc)) };
}
