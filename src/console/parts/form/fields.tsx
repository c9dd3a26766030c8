import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Field } from './field.js';

/** The values of a form, and how they change. */
export interface Form<T> {
  values: T;
  change: (fields: Partial<T>) => void;
}

/** Returns a form that begins with some values. */
export function useForm<T extends object>(initial: T): Form<T> {
  const form = useSignal(initial);
  return {
    values: form.value,
    change: (fields) => {
      form.value = { ...form.peek(), ...fields };
    },
  };
}

/** A choice of a field, of a number or a text. */
type Choice = readonly [value: string | number, text: string];

/** One field of a form. */
export interface FormField<Name extends string = string> {
  name: Name;
  label: string;
  /** what it means, below it */
  help?: ComponentChildren;
  /** default: a text. A `secret` is not shown while it is typed, and the browser does not keep it */
  kind?: 'secret' | 'date' | 'datetime-local' | 'number' | 'check' | 'file';
  /** the values to choose from */
  options?: readonly Choice[];
  /** several lines */
  rows?: number;
  isOptional?: boolean;
  /** the user of the secrets of the form, as browsers want to know */
  isUserName?: boolean;
  placeholder?: string;
  maxLength?: number;
  min?: number | string;
  max?: number;
  disabled?: boolean;
}

interface FieldsProps<T> {
  of: Form<T>;
  /** those that are false are left out */
  fields: readonly (FormField<keyof T & string> | false)[];
}

/** The fields of a form. A number that is chosen is a number; a typed one stays a text. */
export function Fields<T extends object>({ of: { values, change }, fields }: FieldsProps<T>) {
  return (
    <>
      {fields.map(
        (field) =>
          field && (
            <Control
              key={field.name}
              field={field}
              value={values[field.name]}
              onChange={(value) => change({ [field.name]: value } as Partial<T>)}
            />
          ),
      )}
    </>
  );
}

interface ControlProps {
  field: FormField;
  value: unknown;
  onChange: (value: unknown) => void;
}

function Control({ field, value, onChange }: ControlProps) {
  const { label, help, kind, options } = field;
  if (kind === 'check')
    return (
      <label>
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />{' '}
        {label}
      </label>
    );
  return (
    <Field label={label} help={help}>
      {kind === 'file' && (
        <input type="file" onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)} />
      )}
      {options && <Select {...{ field, value, onChange }} options={options} />}
      {kind !== 'file' && !options && <Typed {...{ field, value, onChange }} />}
    </Field>
  );
}

function Select({
  field,
  value,
  onChange,
  options,
}: ControlProps & { options: readonly Choice[] }) {
  const isNumber = typeof value === 'number';
  return (
    <select
      value={value as string | number}
      disabled={field.disabled}
      onChange={({ currentTarget }) =>
        onChange(isNumber ? Number(currentTarget.value) : currentTarget.value)
      }
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

function Typed({ field, value, onChange }: ControlProps) {
  const { kind, rows, isOptional, isUserName, placeholder, maxLength, min, max } = field;
  const isSecret = kind === 'secret';
  const attributes = {
    ...{ placeholder, maxLength, min, max },
    value: value as string,
    required: !isOptional && (kind === undefined || isSecret),
    spellcheck: false,
    autocomplete: (isSecret && 'new-password') || (isUserName && 'username') || 'off',
    onInput: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (rows !== undefined) return <textarea {...attributes} rows={rows} />;
  const type = isSecret ? 'password' : (kind ?? 'text');
  const step = kind === 'datetime-local' ? 'any' : undefined;
  return <input {...attributes} {...{ type: type as 'text', step }} />;
}
