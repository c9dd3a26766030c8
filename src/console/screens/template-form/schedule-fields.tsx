import { prefs } from '../../app/prefs.js';
import { Fields, type FormField } from '../../parts/form/fields.js';
import { UNITS } from '../../parts/tasks/schedule-words.js';
import { zoneName } from '../../parts/time.js';
import { type FormState, toSchedule } from './form-state.js';
import type { KnownStarts } from './known-starts.js';
import { NextStarts } from './next-starts.js';

interface ScheduleFieldsProps {
  form: FormState;
  change: (changes: Partial<FormState>) => void;
  starts: KnownStarts | null;
}

/** When the template starts: every so often, from a time, until another; and what that means. */
export function ScheduleFields({ form, change, starts }: ScheduleFieldsProps) {
  const zone = zoneName(prefs.value.zone);
  const { hasSchedule } = form;
  const of = { values: form, change };
  return (
    <fieldset>
      <legend>Schedule</legend>
      <Fields
        of={of}
        fields={[{ name: 'hasSchedule', label: 'Start tasks on a schedule', kind: 'check' }]}
      />
      {hasSchedule && (
        <div class="form">
          <div class="row">
            <Fields
              of={of}
              fields={[
                { name: 'every', label: 'Every', kind: 'number', min: 1, max: 10_000 },
                { name: 'unit', label: 'Unit', options: UNITS },
                timeField('from', 'From', `in ${zone}; empty: from now on`),
                timeField('until', 'Until', `in ${zone}; empty: without end`),
              ]}
            />
          </div>
          <NextStarts schedule={toSchedule(form, prefs.value.zone === 'utc')} known={starts} />
        </div>
      )}
    </fieldset>
  );
}

const timeField = <Name extends string>(
  name: Name,
  label: string,
  help: string,
): FormField<Name> => ({
  ...{ name, label, help },
  kind: 'datetime-local',
});
