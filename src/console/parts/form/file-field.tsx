import { useSignal } from '@preact/signals';
import { Field } from './field.js';

interface TextFileFieldProps {
  label: string;
  /** name endings or types */
  accept?: string;
  onText: (text: string) => void;
}

const MAX_BYTES = 1_000_000;

/** Reads a small text file of this computer into a form. */
export function TextFileField({ label, accept, onText }: TextFileFieldProps) {
  const problem = useSignal<string | null>(null);
  async function read(file: File | undefined): Promise<void> {
    if (!file) return;
    problem.value = file.size > MAX_BYTES ? 'This file is too large' : null;
    if (problem.value === null) onText(await file.text());
  }
  return (
    <Field label={label} help={problem.value ?? undefined}>
      <input
        type="file"
        accept={accept}
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
    </Field>
  );
}
