import { useGroups } from '../hosts/use-groups.js';
import { Field } from '../form/field.js';
import type { HostChoice } from './accept-choices.js';

interface HostsFieldProps {
  /** the narrowest choices: without one, only groups and all hosts */
  narrow: readonly HostChoice[];
  value: string;
  onChange: (value: string) => void;
}

/** The hosts that an acceptance is about. */
export function HostsField({ narrow, value, onChange }: HostsFieldProps) {
  const groups = useGroups();
  return (
    <Field label="Hosts">
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {narrow.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
        {groups.map(({ id, name }) => (
          <option key={id} value={`group ${id}`}>
            group {name}
          </option>
        ))}
        <option value="all">all hosts, also later ones</option>
      </select>
    </Field>
  );
}
