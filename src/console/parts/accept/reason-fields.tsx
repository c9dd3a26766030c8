import { Field } from '../form/field.js';
import { now } from '../time.js';
import { JUSTIFICATION_WORDS, type AcceptanceForm } from './acceptance-form.js';
import { dayAfter } from './days.js';

interface ReasonAndEndProps {
  form: Pick<AcceptanceForm, 'reason' | 'lastDay'>;
  set: (changes: Partial<Pick<AcceptanceForm, 'reason' | 'lastDay'>>) => void;
}

/** Why, and until when. */
export function ReasonAndEnd({ form, set }: ReasonAndEndProps) {
  return (
    <>
      <Field label="Reason">
        <textarea
          required
          rows={3}
          maxLength={1000}
          value={form.reason}
          onInput={(event) => set({ reason: event.currentTarget.value })}
        />
      </Field>
      <Field label="Until the end of" help="Without a day it does not end.">
        <input
          type="date"
          min={dayAfter(now.value, 0)}
          value={form.lastDay}
          onInput={(event) => set({ lastDay: event.currentTarget.value })}
        />
      </Field>
    </>
  );
}

interface ReasonFieldsProps {
  form: Pick<AcceptanceForm, 'reason' | 'lastDay' | 'justification'>;
  set: (changes: Partial<AcceptanceForm>) => void;
}

/** Why, until when, and whether hosts are affected. */
export function ReasonFields({ form, set }: ReasonFieldsProps) {
  return (
    <>
      <ReasonAndEnd form={form} set={set} />
      <Field label="Affected">
        <select
          value={form.justification}
          onChange={(event) => set({ justification: event.currentTarget.value })}
        >
          <option value="">yes, the risk is accepted</option>
          {JUSTIFICATION_WORDS.map(([name, words]) => (
            <option key={name} value={name}>
              no: {words}
            </option>
          ))}
        </select>
      </Field>
    </>
  );
}
