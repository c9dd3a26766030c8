import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { useResource } from '../../api/resource.js';
import { href } from '../../app/place.js';
import { prefs } from '../../app/prefs.js';
import { address } from '../../app/router.js';
import { useTitle } from '../../app/title.js';
import { Failure } from '../../parts/failure.js';
import type { ScreenProps } from '../screen-props.js';
import { emptyForm, formOf, type FormState } from './form-state.js';
import { TemplateForm } from './template-form.js';

interface Start {
  types: Api<'TaskType'>[];
  form: FormState;
}

/** A new template, a copy of one (`?copy=`), or the change of one. */
export default function TemplateFormScreen({ params }: ScreenProps) {
  const { copy = '', type, hosts } = address.value.query;
  const id = params.id === undefined ? null : Number(params.id);
  const source = id ?? (copy === '' ? null : Number(copy));
  const title = id === null ? 'New template' : 'Edit template';
  const start = useResource(`form ${source ?? ''}`, async (signal): Promise<Start> => {
    const types = unwrap(api.GET('/task-types', { signal }));
    if (source === null)
      return { types: (await types).data, form: emptyForm({ ...(type && { type }), hosts }) };
    const path = { id: source };
    const template = unwrap(api.GET('/api/v1/templates/{id}', { params: { path }, signal }));
    const isUtc = prefs.value.zone === 'utc';
    const form = formOf((await template).data, { isCopy: id === null, isUtc });
    return { types: (await types).data, form };
  });
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
      {data && <TemplateForm id={id} types={data.types} initial={data.form} />}
    </>
  );
}
