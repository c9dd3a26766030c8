import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { useResource } from '../../api/resource.js';
import { Field } from '../../parts/form/field.js';

interface HostsPickerProps {
  chosen: readonly number[];
  onChange: (hosts: readonly number[]) => void;
}

const FOUND = 8;
const LISTED = 30;

/** Finds hosts by name or address, and lists those that are chosen. */
export function HostsPicker({ chosen, onChange }: HostsPickerProps) {
  const q = useSignal('');
  const names = useSignal<Readonly<Record<number, string>>>({});
  const query = { q: q.value, limit: FOUND };
  const { data } = useResource(q.value === '' ? null : q.value, (signal) =>
    unwrap(api.GET('/hosts', { params: { query }, signal })),
  );
  const found = q.value === '' ? [] : (data?.data ?? []).filter(({ id }) => !chosen.includes(id));
  const add = (host: Api<'Host'>): void => {
    names.value = { ...names.value, [host.id]: nameOf(host) };
    onChange([...chosen, host.id]);
  };
  return (
    <fieldset>
      <legend>Hosts</legend>
      <Field label="Add a host by name or address">
        <input
          type="search"
          value={q.value}
          onInput={(event) => (q.value = event.currentTarget.value.trim())}
        />
      </Field>
      <p class="buttons" role="group" aria-label="Found hosts">
        {found.map((host) => (
          <button key={host.id} type="button" onClick={() => add(host)}>
            Add {nameOf(host)}
          </button>
        ))}
      </p>
      {q.value !== '' && data?.data.length === 0 && <p class="muted">No host matches.</p>}
      <Chosen
        chosen={chosen}
        nameOfId={(id) => names.value[id] ?? `host ${id}`}
        onChange={onChange}
      />
    </fieldset>
  );
}

const nameOf = ({ hostname, current_ip }: Api<'Host'>): string =>
  hostname === '' ? current_ip : hostname;

interface ChosenProps extends HostsPickerProps {
  nameOfId: (id: number) => string;
}

function Chosen({ chosen, nameOfId, onChange }: ChosenProps) {
  if (chosen.length === 0) return null;
  return (
    <p class="buttons" role="group" aria-label="Chosen hosts">
      {chosen.slice(0, LISTED).map((id) => (
        <button
          key={id}
          type="button"
          class="quiet"
          onClick={() => onChange(chosen.filter((other) => other !== id))}
        >
          {nameOfId(id)} <span aria-hidden="true">×</span>
          <span class="visually-hidden">remove</span>
        </button>
      ))}
      {chosen.length > LISTED && <span>and {chosen.length - LISTED} more</span>}
      {chosen.length > 1 && (
        <button type="button" class="quiet" onClick={() => onChange([])}>
          Remove all
        </button>
      )}
    </p>
  );
}
