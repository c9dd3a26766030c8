import { toggled } from './toggled.js';

interface ChecksProps<T> {
  legend: string;
  options: readonly (readonly [value: T, text: string, note?: string])[];
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
}

/** Choices of which any number is chosen. */
export const Checks = <T extends string | number>(props: ChecksProps<T>) => (
  <fieldset>
    <legend>{props.legend}</legend>
    <CheckList {...props} />
  </fieldset>
);

/** Such choices within another group of fields. */
export const CheckList = <T extends string | number>(props: Omit<ChecksProps<T>, 'legend'>) => (
  <>
    {props.options.map(([value, text, note]) => (
      <label key={value}>
        <input
          type="checkbox"
          checked={props.chosen.includes(value)}
          onChange={() => props.onChange(toggled(props.chosen, value))}
        />{' '}
        {text} {note !== undefined && <span class="muted">{note}</span>}
      </label>
    ))}
  </>
);
