import type { ComponentChildren } from 'preact';
import { Field } from './field.js';

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  help?: ComponentChildren;
  isOptional?: boolean;
  /** it is not shown while it is typed, and the browser does not keep it */
  isSecret?: boolean;
  /** several lines */
  rows?: number;
  placeholder?: string;
  maxLength?: number;
}

/** A text in a form. */
export function TextField({ label, help, ...props }: TextFieldProps) {
  const { value, onChange, isOptional = false, isSecret = false, rows, ...others } = props;
  const common = {
    ...others,
    value,
    required: !isOptional,
    spellcheck: false,
    autocomplete: isSecret ? 'new-password' : 'off',
  };
  const onInput = (event: { currentTarget: { value: string } }): void =>
    onChange(event.currentTarget.value);
  return (
    <Field label={label} help={help}>
      {rows !== undefined && <textarea {...common} rows={rows} onInput={onInput} />}
      {rows === undefined && isSecret && <input {...common} type="password" onInput={onInput} />}
      {rows === undefined && !isSecret && <input {...common} onInput={onInput} />}
    </Field>
  );
}
