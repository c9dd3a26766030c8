import { Fields, type FormField } from '../form/fields.js';
import { now } from '../time.js';
import { type AcceptanceForm, JUSTIFICATION_WORDS } from './acceptance-form.js';
import { dayAfter } from './days.js';

interface ReasonAndEndProps {
  form: Pick<AcceptanceForm, 'reason' | 'lastDay'>;
  set: (changes: Partial<Pick<AcceptanceForm, 'reason' | 'lastDay'>>) => void;
}

/** Why, and until when. */
export function ReasonAndEnd({ form, set }: ReasonAndEndProps) {
  return (
    <Fields
      of={{ values: form, change: set }}
      fields={[
        { name: 'reason', label: 'Reason', rows: 3, maxLength: 1000 },
        {
          name: 'lastDay',
          label: 'Until the end of',
          kind: 'date',
          help: 'Without a day it does not end.',
          min: dayAfter(now.value, 0),
        },
      ]}
    />
  );
}

const AFFECTED = {
  name: 'justification',
  label: 'Affected',
  options: [
    ['', 'yes, the risk is accepted'],
    ...JUSTIFICATION_WORDS.map(([name, words]) => [name, `no: ${words}`] as const),
  ],
} satisfies FormField<'justification'>;

interface ReasonFieldsProps {
  form: Pick<AcceptanceForm, 'reason' | 'lastDay' | 'justification'>;
  set: (changes: Partial<ReasonFieldsProps['form']>) => void;
}

/** Why, until when, and whether hosts are affected. */
export function ReasonFields({ form, set }: ReasonFieldsProps) {
  return (
    <>
      <ReasonAndEnd form={form} set={set} />
      <Fields of={{ values: form, change: set }} fields={[AFFECTED]} />
    </>
  );
}
