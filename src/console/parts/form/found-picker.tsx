import { useSignal } from '@preact/signals';
import { useResource } from '../../api/resource.js';
import { plural } from '../text/plural.js';
import { Field } from './field.js';

interface Named {
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
  /** Returns the name of one. Throws ApiError if it was deleted. */
  nameOf: (id: number, signal: AbortSignal | null) => Promise<string>;
}

interface FoundPickerProps {
  source: PickerSource;
  legend: string;
  chosen: readonly number[];
  onChange: (ids: readonly number[]) => void;
}

const FOUND = 8;
const LISTED = 30;

/** Finds things by name, and lists those that are chosen. */
export function FoundPicker({ source, legend, chosen, onChange }: FoundPickerProps) {
  const q = useSignal('');
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
          <button key={id} type="button" onClick={() => onChange([...chosen, id])}>
            Add {name}
          </button>
        ))}
      </p>
      {q.value !== '' && data?.length === 0 && <p class="muted">No {noun} matches.</p>}
      <Chosen source={source} chosen={chosen} onChange={onChange} />
    </fieldset>
  );
}

type ChosenProps = Omit<FoundPickerProps, 'legend'>;

function Chosen({ source, chosen, onChange }: ChosenProps) {
  const listed = chosen.slice(0, LISTED);
  const names = useNames(source, listed);
  if (chosen.length === 0) return null;
  return (
    <p class="buttons" role="group" aria-label={`Chosen ${source.noun}s`}>
      {listed.map((id) => (
        <button
          key={id}
          type="button"
          class="quiet"
          onClick={() => onChange(chosen.filter((other) => other !== id))}
        >
          {names.get(id) ?? `${source.noun} ${id}`} <span aria-hidden="true">×</span>
          <span class="visually-hidden">remove</span>
        </button>
      ))}
      {chosen.length > LISTED && (
        <span>and {plural(chosen.length - LISTED, `more ${source.noun}`)}</span>
      )}
      {chosen.length > 1 && (
        <button type="button" class="quiet" onClick={() => onChange([])}>
          Remove all
        </button>
      )}
    </p>
  );
}

/** Returns the names of those that exist. */
function useNames({ noun, nameOf }: PickerSource, ids: readonly number[]): Map<number, string> {
  const { data } = useResource(ids.length === 0 ? null : `${noun} ${ids.join()}`, (signal) =>
    Promise.allSettled(ids.map(async (id) => [id, await nameOf(id, signal)] as const)),
  );
  const read = (data ?? []).flatMap((name) => (name.status === 'fulfilled' ? [name.value] : []));
  return new Map(read);
}
