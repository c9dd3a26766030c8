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
  /** the user of the secrets of the form, as browsers want to know */
  isUserName?: boolean;
}

/** A text in a form. */
export function TextField({ label, help, ...props }: TextFieldProps) {
  const { value, onChange, isOptional, isSecret, isUserName, rows, ...others } = props;
  const common = {
    ...others,
    value,
    required: isOptional !== true,
    spellcheck: false,
    autocomplete: autocompleteOf(isSecret, isUserName),
  };
  const onInput = (event: { currentTarget: { value: string } }): void =>
    onChange(event.currentTarget.value);
  return (
    <Field label={label} help={help}>
      {rows !== undefined && <textarea {...common} rows={rows} onInput={onInput} />}
      {rows === undefined && isSecret === true && (
        <input {...common} type="password" onInput={onInput} />
      )}
      {rows === undefined && isSecret !== true && <input {...common} onInput={onInput} />}
    </Field>
  );
}

function autocompleteOf(isSecret = false, isUserName = false): string {
  if (isSecret) return 'new-password';
  return isUserName ? 'username' : 'off';
}
