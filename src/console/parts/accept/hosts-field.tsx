import { Fields } from '../form/fields.js';
import { useGroups } from '../hosts/use-groups.js';
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
    <Fields
      of={{ values: { value }, change: ({ value: chosen = '' }) => onChange(chosen) }}
      fields={[
        {
          name: 'value',
          label: 'Hosts',
          options: [
            ...narrow,
            ...groups.map(({ id, name }) => [`group ${id}`, `group ${name}`] as const),
            ['all', 'all hosts, also later ones'],
          ],
        },
      ]}
    />
  );
}
