import { useGroups } from '../hosts/use-groups.js';
import { Field } from '../form/field.js';

interface HostsFieldProps {
  /** the narrowest choice, as value and words; null: only groups and all hosts */
  first: readonly [value: string, words: string] | null;
  value: string;
  onChange: (value: string) => void;
}

/** The hosts that an acceptance is about. */
export function HostsField({ first, value, onChange }: HostsFieldProps) {
  const groups = useGroups();
  return (
    <Field label="Hosts">
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {first && <option value={first[0]}>{first[1]}</option>}
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
