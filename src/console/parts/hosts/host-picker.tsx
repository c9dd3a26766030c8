import { useSignal } from '@preact/signals';
import { useRead } from '../../api/read.js';
import { Fields } from '../form/fields.js';
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
  const { data } = useRead('/hosts', { query });
  const more = data ? data.meta.total - data.data.length : 0;
  return (
    <fieldset>
      <legend>Host</legend>
      <Fields
        of={{ values: { q: q.value }, change: (typed) => (q.value = typed.q?.trim() ?? '') }}
        fields={[{ name: 'q', label: 'Part of its name or address', isOptional: true }]}
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
