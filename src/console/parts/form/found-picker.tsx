import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useResource } from '../../api/resource.js';
import { plural } from '../text/plural.js';
import { Field } from './field.js';

/** Something to choose. */
export interface Named {
  id: number;
  name: string;
}

/** Where things to choose come from. */
export interface PickerSource {
  noun: 'host' | 'template';
  /** of the field that searches them */
  label: string;
  /** Returns the first that have a text, at most `limit`. */
  find: (q: string, limit: number, signal: AbortSignal | null) => Promise<readonly Named[]>;
  /** Returns those with these ids that exist. */
  named: (ids: readonly number[], signal: AbortSignal | null) => Promise<readonly Named[]>;
}

interface FoundPickerProps {
  source: PickerSource;
  legend: string;
  chosen: readonly number[];
  /** whose names are known */
  known?: readonly Named[] | undefined;
  onChange: (ids: readonly number[]) => void;
}

const FOUND = 8;
const LISTED = 30;

/** Finds things by name, and lists those that are chosen. */
export function FoundPicker({ source, legend, chosen, known = [], onChange }: FoundPickerProps) {
  const q = useSignal('');
  const names = useNames(source, chosen.slice(0, LISTED), known);
  const { noun } = source;
  const { data } = useResource(q.value === '' ? null : `${noun} ${q.value}`, (signal) =>
    source.find(q.value, FOUND, signal),
  );
  const found = q.value === '' ? [] : (data ?? []).filter(({ id }) => !chosen.includes(id));
  return (
    <fieldset>
      <legend>{legend}</legend>
      <Field label={source.label}>
        <input
          type="search"
          value={q.value}
          onInput={(event) => (q.value = event.currentTarget.value.trim())}
        />
      </Field>
      <p class="buttons" role="group" aria-label={`Found ${noun}s`}>
        {found.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            onClick={() => {
              names.set(id, name);
              onChange([...chosen, id]);
            }}
          >
            Add {name}
          </button>
        ))}
      </p>
      {q.value !== '' && data?.length === 0 && <p class="muted">No {noun} matches.</p>}
      <Chosen noun={noun} names={names} chosen={chosen} onChange={onChange} />
    </fieldset>
  );
}

interface ChosenProps extends Pick<FoundPickerProps, 'chosen' | 'onChange'> {
  noun: PickerSource['noun'];
  names: ReadonlyMap<number, string>;
}

function Chosen({ noun, names, chosen, onChange }: ChosenProps) {
  const listed = chosen.slice(0, LISTED);
  if (chosen.length === 0) return null;
  return (
    <p class="buttons" role="group" aria-label={`Chosen ${noun}s`}>
      {listed.map((id) => (
        <button
          key={id}
          type="button"
          class="quiet chosen"
          onClick={() => onChange(chosen.filter((other) => other !== id))}
        >
          {names.get(id) ?? `${noun} ${id}`} <span aria-hidden="true">×</span>
          <span class="visually-hidden">remove</span>
        </button>
      ))}
      {chosen.length > LISTED && <span>and {plural(chosen.length - LISTED, `more ${noun}`)}</span>}
      {chosen.length > 1 && (
        <button type="button" class="quiet" onClick={() => onChange([])}>
          Remove all
        </button>
      )}
    </p>
  );
}

/** Returns the names of those that exist; only names that are not known are requested. */
function useNames(
  { noun, named }: PickerSource,
  ids: readonly number[],
  known: readonly Named[],
): Map<number, string> {
  const names = useRef(new Map(known.map(({ id, name }) => [id, name]))).current;
  const missing = ids.filter((id) => !names.has(id));
  const { data } = useResource(
    missing.length === 0 ? null : `${noun} ${missing.join()}`,
    (signal) => named(missing, signal),
  );
  for (const { id, name } of data ?? []) names.set(id, name);
  return names;
}
