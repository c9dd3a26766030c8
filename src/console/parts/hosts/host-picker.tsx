import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import { useResource } from '../../api/resource.js';
import { TextField } from '../form/text-field.js';
import { plural } from '../text/plural.js';
import { hostNameAndAddress } from './host-name.js';

interface HostPickerProps {
  /** 0: none yet */
  value: number;
  onChange: (id: number) => void;
}

const SHOWN = 8;

/** One host, found by a part of its name or address. */
export function HostPicker({ value, onChange }: HostPickerProps) {
  const q = useSignal('');
  const query = { limit: SHOWN, ...(q.value !== '' && { q: q.value }) };
  const { data } = useResource(q.value, (signal) =>
    unwrap(api.GET('/hosts', { params: { query }, signal })),
  );
  const more = data ? data.meta.total - data.data.length : 0;
  return (
    <fieldset>
      <legend>Host</legend>
      <TextField
        label="Part of its name or address"
        isOptional
        value={q.value}
        onChange={(text) => (q.value = text.trim())}
      />
      {data?.data.map((host) => (
        <label key={host.id}>
          <input
            type="radio"
            name="host"
            checked={host.id === value}
            onChange={() => onChange(host.id)}
          />{' '}
          {hostNameAndAddress(host)}
        </label>
      ))}
      <p class="muted" role="status">
        {data?.data.length === 0 && 'No host matches'}
        {more > 0 && `and ${plural(more, 'more host')}: type more of the name`}
      </p>
    </fieldset>
  );
}
