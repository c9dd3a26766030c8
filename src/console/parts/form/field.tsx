import type { ComponentChildren } from 'preact';

interface FieldProps {
  label: string;
  /** what it means, below it */
  help?: ComponentChildren;
  /** the control */
  children: ComponentChildren;
}

/** A control of a form with its label. */
export function Field({ label, help, children }: FieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
      {help !== undefined && <span class="muted help">{help}</span>}
    </label>
  );
}
