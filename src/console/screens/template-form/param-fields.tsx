import { useRead } from '../../api/read.js';
import { Field } from '../../parts/form/field.js';
import type { ParamField, ParamValues } from './schema-fields.js';

interface ParamFieldsProps {
  fields: readonly ParamField[];
  values: ParamValues;
  onChange: (values: ParamValues) => void;
}

/** The params of a task type. An empty one has its default. */
export function ParamFields({ fields, values, onChange }: ParamFieldsProps) {
  return (
    <>
      {fields.map((field) => (
        <ParamControl
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          onChange={(value) => onChange({ ...values, [field.name]: value })}
        />
      ))}
    </>
  );
}

interface ControlProps {
  field: ParamField;
  value: string;
  onChange: (value: string) => void;
}

function ParamControl({ field, value, onChange }: ControlProps) {
  const { title, help, kind, options, fallback } = field;
  if (kind === 'flag')
    return (
      <label>
        <input
          type="checkbox"
          checked={value === 'true'}
          onChange={(event) => onChange(event.currentTarget.checked ? 'true' : '')}
        />{' '}
        {title} <span class="muted help">{help}</span>
      </label>
    );
  if (kind === 'credential') return <CredentialControl {...{ field, value, onChange }} />;
  return (
    <Field label={title} help={help}>
      {kind === 'choice' ? (
        <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">default{fallback !== '' && ` (${fallback})`}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : (
        <input
          value={value}
          placeholder={fallback}
          spellcheck={false}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

const CREDENTIALS = 200;

function CredentialControl({ field: { title, help }, value, onChange }: ControlProps) {
  const { data } = useRead('/credentials', { query: { limit: CREDENTIALS } });
  return (
    <Field label={title} help={help}>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">none</option>
        {(data?.data ?? []).map(({ id, name, username }) => (
          <option key={id} value={id}>
            {name} ({username})
          </option>
        ))}
      </select>
    </Field>
  );
}
