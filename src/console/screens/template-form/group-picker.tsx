import type { Api } from '../../api/shapes.js';
import { plural } from '../../parts/text/plural.js';

interface GroupPickerProps {
  groups: readonly Api<'Group'>[];
  chosen: readonly number[];
  onChange: (groups: readonly number[]) => void;
}

/** The groups, each with its number of hosts. Hosts that join a group later are checked too. */
export function GroupPicker({ groups, chosen, onChange }: GroupPickerProps) {
  if (groups.length === 0) return null;
  const set = (id: number, isChosen: boolean): void =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <fieldset>
      <legend>Groups</legend>
      {groups.map(({ id, name, host_ids }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(event) => set(id, event.currentTarget.checked)}
          />{' '}
          {name} <span class="muted">{plural(host_ids.length, 'host')}</span>
        </label>
      ))}
    </fieldset>
  );
}
