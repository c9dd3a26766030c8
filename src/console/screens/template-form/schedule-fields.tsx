import { prefs } from '../../app/prefs.js';
import { Field } from '../../parts/form/field.js';
import { UNITS } from '../../parts/tasks/schedule-words.js';
import { zoneName } from '../../parts/time.js';
import { toSchedule, type FormState } from './form-state.js';
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
  const { hasSchedule, every, unit, from, until } = form;
  return (
    <fieldset>
      <legend>Schedule</legend>
      <label>
        <input
          type="checkbox"
          checked={hasSchedule}
          onChange={(event) => change({ hasSchedule: event.currentTarget.checked })}
        />{' '}
        Start tasks on a schedule
      </label>
      {hasSchedule && (
        <div class="form">
          <div class="row">
            <Field label="Every">
              <input
                type="number"
                min={1}
                max={10_000}
                value={every}
                onInput={(event) => change({ every: event.currentTarget.value })}
              />
            </Field>
            <Field label="Unit">
              <select
                value={unit}
                onChange={(event) => change({ unit: Number(event.currentTarget.value) })}
              >
                {UNITS.map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </select>
            </Field>
            <Field label="From" help={`in ${zone}; empty: from now on`}>
              <input
                type="datetime-local"
                step="any"
                value={from}
                onInput={(event) => change({ from: event.currentTarget.value })}
              />
            </Field>
            <Field label="Until" help={`in ${zone}; empty: without end`}>
              <input
                type="datetime-local"
                step="any"
                value={until}
                onInput={(event) => change({ until: event.currentTarget.value })}
              />
            </Field>
          </div>
          <NextStarts schedule={toSchedule(form, prefs.value.zone === 'utc')} known={starts} />
        </div>
      )}
    </fieldset>
  );
}
